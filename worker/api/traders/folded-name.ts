/** What a displayed name is compared by: names that read alike fold to the same. */

/**
 * Without what readers pass over: forms of the same letter (NFKC), case, accents, spaces and characters that show nothing.
 * Only the accents of European scripts are dropped; elsewhere such marks are letters of their own.
 */
export function foldName(name: string): string {
  // In upper case ß is SS and every sigma the same; ẞ gets there by way of ß. U+2800 is the Braille pattern without dots.
  return name
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f\u2800\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, "");
}
