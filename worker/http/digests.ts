/** SHA-256 in the worker. */
import { webCryptoSha256Of } from "#shared/log/merkle-tree.ts";
import { webCryptoSha256 } from "#shared/encoding/sha256.ts";

/** The hash of a text: 64 lower-case hexadecimal digits. */
export const sha256 = webCryptoSha256(crypto.subtle);

export const sha256OfBytes = webCryptoSha256Of(crypto.subtle);
