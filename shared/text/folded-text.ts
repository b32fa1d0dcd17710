/** Text for search: the same whatever the case, accents, spaces and punctuation. */

/** Letters that NFKD does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Letters, digits and pictures alone, in lower case: `northlight` of "North-Light", `muller` of "Müller". */
export function foldText(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}\p{So}]/gu, "");
}
