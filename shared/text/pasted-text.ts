/** Cleans pasted text: chats, tables and web pages add invisible characters. */

/**
 * Unicode's Default_Ignorable_Code_Point, which includes zero-width spaces, soft hyphens and direction marks, and the empty
 * Braille pattern.
 */
const INVISIBLE = /[\p{DI}\u2800]/gu;

/** The same without those that names need: joiners, direction marks, variation selectors. */
const STRAYS = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;

/** For ids, handles, assets, numbers and dates, which need none of these characters. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, "").trim();
}

/**
 * For a passcode, which keeps its spaces. Normalised, because keyboards compose letters differently (NIST SP 800-63B section
 * 3.1.1.2), and without invisible characters, which nobody types.
 */
export function normalPasscode(text: string): string {
  return text.replaceAll(INVISIBLE, "").normalize("NFKC");
}

/** For a name or a sentence. */
export function withoutStrays(text: string): string {
  return text.replaceAll(STRAYS, "").trim();
}
