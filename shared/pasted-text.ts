/** What people paste: chats, tables and web pages send characters along that nobody sees. */

/** Unicode's Default_Ignorable_Code_Point, which zero-width spaces, soft hyphens and direction marks are, and an empty Braille pattern. */
const INVISIBLE = /[\p{DI}\u2800]/gu;

/** The same without those that names need: joiners, direction marks, variation selectors. */
export const STRAYS = /[\u00ad\u200b\u2060-\u2064\ufeff]/g;

/** Of an id, a handle, an asset, a number or a date: they have no use for any. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, "").trim();
}

/** Of a name or a sentence. */
export function withoutStrays(text: string): string {
  return text.replaceAll(STRAYS, "").trim();
}
