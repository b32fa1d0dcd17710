/** Messages of engines and libraries, which may quote what they were given. */
const MAX_CHARACTERS = 500;

/** The text's beginning with each address, token and long number replaced by a word for it. */
export function withoutPersonalData(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/(\bhttps?:\/\/[^\s?#"')]+)[?#][^\s"')]*/g, "$1")
    .replaceAll(/[\w.+-][\w.+'-]*@[\w.-]+\.\w+/g, "[email]")
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]+)*/g, "[token]")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]")
    .replaceAll(/\b(?:[\da-f]{1,4}:){3,7}:?[\da-f]{1,4}\b/gi, "[address]")
    .replaceAll(/\d{5,}/g, "[number]");
}
