/** What is kept and told of a message, without what other services take for a password. */
import { MAX_KEPT_CHARACTERS } from "#shared/contracts/hooks.ts";

const SECRET_NAME = /secret|token|passw|passphrase|api[_-]?key|auth|^key$/i;
/** Only a whole name starts a match, or a message of one long word would be read once from each of its letters. */
const NAME = /(?<![\w-])([\w-]+)["']?\s*[=:]\s*/g;
const VALUE = /(?:(?:bearer|basic|token)\s+)?(?:"[^"]*"?|[^\s,;|&]+)/iy;

/**
 * The text of a message without secrets, at most `MAX_KEPT_CHARACTERS` of it; what controls a terminal or the writing direction is
 * replaced, but for line ends and tabs.
 */
export function keptText(body: string): string {
  const text = withoutSecrets(body).replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, "?");
  return text.length > MAX_KEPT_CHARACTERS ? `${beginningOf(text, MAX_KEPT_CHARACTERS - 1)}…` : text;
}

/** At most so many UTF-16 units of a text; a character that would be cut in two is left out. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

/** A text in which `…` stands for every value that is named like a secret, also where the pair is itself a value. */
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

function withoutSecrets(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    const masked = JSON.stringify(json, withoutSecret);
    // Without a secret it stays as it came, white space and all.
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
