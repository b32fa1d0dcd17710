/** SHA-256 of texts in the worker. */
import { webCryptoSha256 } from "#shared/sha256.ts";

/** 64 lower-case hexadecimal digits. */
export const sha256 = webCryptoSha256(crypto.subtle, new TextEncoder());
