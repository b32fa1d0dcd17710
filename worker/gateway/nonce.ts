export const NONCE_CHARACTERS = 24;

/** A CSP nonce: 128 random bits in base64, so always `NONCE_CHARACTERS`. Each belongs to one response. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}
