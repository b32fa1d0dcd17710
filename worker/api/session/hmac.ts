/** HMAC-SHA-256 of texts. */
import { toHex } from "#shared/encoding/sha256.ts";

/** Imports a secret for `hmacSha256` and for signatures. */
export function importHmacKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** 64 lower-case hexadecimal digits. */
export async function hmacSha256(key: CryptoKey, text: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text))));
}
