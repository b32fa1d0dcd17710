/** An ECDSA signature as authenticators send it (RFC 3279 section 2.2.3), of the 64 bytes that WebCrypto makes. */
export function derSignature(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const numbers = [...derInteger(raw.slice(0, 32)), ...derInteger(raw.slice(32))];
  return new Uint8Array([0x30, numbers.length, ...numbers]);
}

/** As few bytes as it takes, and none that says it is negative. */
function derInteger(bytes: Uint8Array): number[] {
  const digits = Array.from(bytes.subarray(bytes.findIndex((byte) => byte !== 0)));
  if ((digits[0] ?? 0) >= 0x80) digits.unshift(0);
  return [0x02, digits.length, ...digits];
}
