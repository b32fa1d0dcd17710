/** Cleans pasted text: chats, tables and web pages add invisible characters. */

/**
 * Unicode's Default_Ignorable_Code_Point, which includes zero-width spaces, soft hyphens and direction marks, and the empty
 * Braille pattern.
 */
const INVISIBLE = /[\p{DI}\u2800]/gu;

/** The same without those that names need: joiners, direction marks, variation selectors. */
export const STRAYS = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;

/** For an id, a handle, an asset, a number or a date, which need none of these characters. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, "").trim();
}

/** For a name or a sentence. */
export function withoutStrays(text: string): string {
  return text.replaceAll(STRAYS, "").trim();
}
