/** The form in which a message is stored and shown: without values that look like passwords of other services. */
import { MAX_KEPT_CHARACTERS } from "#shared/limits/ingest.ts";

const SECRET_NAME = /secret|token|passw|passphrase|api[_-]?key|auth|^key$/i;
/** Only a whole name starts a match; otherwise a message of one long word would be scanned once from each of its letters. */
const NAME = /(?<![\w-])([\w-]+)["']?\s*[=:]\s*/g;
const VALUE = /(?:(?:bearer|basic|token)\s+)?(?:"[^"]*"?|[^\s,;|&]+)/iy;

/**
 * The text of a message without secrets, cut to `MAX_KEPT_CHARACTERS`; characters that control a terminal or the writing
 * direction are replaced, except line ends and tabs. `json` is the message's value, if it has been parsed.
 */
export function keptText(body: string, json?: unknown): string {
  const text = withoutSecrets(body, json).replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "?");
  return text.length > MAX_KEPT_CHARACTERS ? `${beginningOf(text, MAX_KEPT_CHARACTERS - 1)}…` : text;
}

/** At most `length` UTF-16 units of a text; a character that would be cut in two is left out. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** The text with `…` in place of every value whose name is that of a secret, also if the pair is itself inside a value. */
export function withoutNamedSecrets(text: string): string {
  let told = "";
  let toldUpTo = 0;
  for (const { 0: named, 1: name = "", index } of text.matchAll(NAME)) {
    VALUE.lastIndex = index + named.length;
    if (index < toldUpTo || !SECRET_NAME.test(name) || !VALUE.test(text)) continue;
    told += `${text.slice(toldUpTo, index)}${named}…`;
    toldUpTo = VALUE.lastIndex;
  }
  return told + text.slice(toldUpTo);
}

function withoutSecrets(body: string, parsed: unknown): string {
  try {
    const json: unknown = parsed ?? JSON.parse(body);
    const masked = JSON.stringify(json, withoutSecret);
    // Without a secret the text stays unchanged, white space included.
    if (masked !== JSON.stringify(json)) return masked;
  } catch {
    // Not JSON.
  }
  return withoutNamedSecrets(body);
}

function withoutSecret(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return "…";
  return typeof value === "string" ? withoutNamedSecrets(value) : value;
}
