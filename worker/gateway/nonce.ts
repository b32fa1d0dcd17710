/** A CSP nonce: 128 random bits in base64, so always 24 characters. Each belongs to one response. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
