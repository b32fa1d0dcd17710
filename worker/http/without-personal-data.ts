import { MAX_FRAME_CHARACTERS, MAX_REPORTED_CHARACTERS } from "#shared/limits/monitoring.ts";

/** The text's beginning with each address, token and long number replaced by a word for it. */
export function withoutPersonalData(text: string): string {
  return beginningOf(text)
    .replaceAll(/((?:\bhttps?:\/)?\/[^\s?#"')]+)[?#][^\s"')]*/g, "$1")
    .replaceAll(/[\w.+-][\w.+'-]*@[\w.-]+\.\w+/g, "[email]")
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]+)*/g, "[token]")
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]")
    .replaceAll(/\b(?:[\da-f]{1,4}:){3,7}:?[\da-f]{1,4}\b/gi, "[address]")
    .replaceAll(/\d{5,}/g, "[number]");
}

/** Cuts between two words: half an address would not be recognised as one. */
function beginningOf(text: string): string {
  return text.length <= MAX_REPORTED_CHARACTERS
    ? text
    : text.slice(0, MAX_REPORTED_CHARACTERS).replace(/\s\S*$/, "");
}

/** A stack line with a location: as V8 writes it, and as SpiderMonkey and JavaScriptCore do. */
const FRAME = /^\s+at .*:\d+:\d+\)?$|@[a-z-]+:\S+:\d+:\d+$/;

/**
 * Only the locations of the stack, without lines longer than any location. V8 begins it with the error's message, and names inline scripts by the page's address
 * with its query.
 */
export function framesAlone(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => line.length <= MAX_FRAME_CHARACTERS && FRAME.test(line))
    .map((line) => line.replace(/[?#]\S*?(?=:\d+:\d+\)?$)/, ""))
    .join("\n");
}
