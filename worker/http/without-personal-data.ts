import { MAX_FRAME_CHARACTERS, MAX_REPORTED_CHARACTERS } from "#shared/limits/monitoring.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The text's beginning; each address, token, account id and long number is replaced by a word. See `withoutSecrets`. */
export function withoutPersonalData(text: string): string {
  return withoutSecrets(beginningOf(text))
    .replaceAll(/((?:\bhttps?:\/)?\/[^\s?#"')]+)[?#][^\s"')]*/g, "$1")
    .replaceAll(/[\w.+-][\w.+'-]*@[\w.-]+\.\w+/g, "[email]")
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]+)*/g, "[token]")
    .replaceAll(MADE_UP, "[token]")
    .replaceAll(/(?<![\w:])[\da-f:.]{1,44}[\da-f:](?![\w:])/gi, (word) => (isIpv6(word) ? "[address]" : word))
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[address]")
    .replaceAll(UUID, "[id]")
    .replaceAll(/(?<![\w/.-])[a-z]{2,}[._-]?\d{4,}\b/gi, "[account]")
    .replaceAll(/\d{5,}/g, "[number]");
}

/**
 * At least 22 characters, as in an invite, with digits and letters of both cases; not within a path, where file names look
 * like this.
 */
const MADE_UP = /(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22,}(?![\w.-])/g;

/** The id of an account, a session, a webhook or a key. */
const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;

/** Whether a word of hexadecimal digits, colons and full stops is more than a time of day. */
function isIpv6(word: string): boolean {
  return /[\da-f]/i.test(word) && (word.includes("::") || word.split(":").length > 3);
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
 * Only the locations of the stack, without lines longer than any location. V8 begins it with the error's message, and names
 * inline scripts by the page's address with its query.
 */
export function framesAlone(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => line.length <= MAX_FRAME_CHARACTERS && FRAME.test(line))
    .map((line) => line.replace(/[?#]\S*?(?=:\d+:\d+\)?$)/, ""))
    .join("\n");
}
