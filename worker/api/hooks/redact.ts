/** What is kept and told of a refused message, without what other services take for a password. */

const MAX_EXCERPT_CHARACTERS = 500;

const SECRET_NAME = /secret|token|passw|passphrase|api[_-]?key|auth|^key$/i;
/** Only a whole name starts a match, or a message of one long word would be read once from each of its letters. */
const NAMED_VALUE = /(?<![\w-])([\w-]+)(["']?\s*[=:]\s*)("[^"]*"?|[^\s,;|&]+)/g;

/** At most 500 characters; what controls a terminal or the writing direction is replaced, but for line ends. */
export function excerptOf(body: string): string {
  const text = withoutSecrets(body).replaceAll(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, "?");
  return text.length > MAX_EXCERPT_CHARACTERS ? `${text.slice(0, MAX_EXCERPT_CHARACTERS - 1)}…` : text;
}

/** A text in which `…` stands for every value that is named like a secret. */
export function withoutNamedSecrets(text: string): string {
  return text.replaceAll(NAMED_VALUE, (pair, name: string, sign: string) =>
    SECRET_NAME.test(name) ? `${name}${sign}…` : pair,
  );
}

function withoutSecrets(body: string): string {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json === "object" && json !== null) return JSON.stringify(json, withoutSecret);
  } catch {
    // Not JSON: looked through as text.
  }
  return withoutNamedSecrets(body);
}

function withoutSecret(name: string, value: unknown): unknown {
  if (SECRET_NAME.test(name)) return "…";
  return typeof value === "string" ? withoutNamedSecrets(value) : value;
}
