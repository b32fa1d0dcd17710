/** SHA-256 of texts by WebCrypto, which is a parameter: browser, worker and Node each have their own types for it. */
import { utf8 } from "./utf8.ts";

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export type Sha256Hex = (text: string) => Promise<string>;

/** `Sha256Hex` of the platform's WebCrypto, in browser, worker and Node: `webCryptoSha256(crypto.subtle)`. */
export function webCryptoSha256(subtle: {
  digest(algorithm: "SHA-256", data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}): Sha256Hex {
  return async (text) => toHex(new Uint8Array(await subtle.digest("SHA-256", utf8(text))));
}

/** Two lower-case digits per byte. */
export function toHex(bytes: Uint8Array): string {
  let hex = "";
  for (const byte of bytes) hex += (byte + 0x100).toString(16).slice(1);
  return hex;
}

/** Inverse of `toHex`. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
