/** The parts of a text written by others that may leave the site, whoever reads it. */
import { withoutInvisible } from "#shared/text/pasted-text.ts";

/** Prefixes by which the site's own secrets can be recognised where they have leaked. */
export const SECRET_PREFIXES = { ingestKey: "tmk_", webhook: "whsec_" } as const;

const PREFIXED = new RegExp(`(?:${Object.values(SECRET_PREFIXES).join("|")})[\\w+/=-]*`, "gi");

/**
 * The text on one line, without the site's secrets, and without characters that control a terminal, turn the writing direction
 * or cannot be seen.
 */
export function withoutSecrets(text: string): string {
  return withoutInvisible(text)
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replaceAll(PREFIXED, "[secret]")
    .replaceAll(/\binvite[=:]\s*[^\s"')]+/gi, "invite=[secret]");
}
