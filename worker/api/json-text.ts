/** Parses JSON texts that come from outside. */

/** An object has two members of the same name. */
export class RepeatedNameError extends SyntaxError {
  override readonly name = "RepeatedNameError";
}

/** As `requireJson`, but returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return requireJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of a JSON text; throws SyntaxError if it is not JSON. A lone surrogate is refused too (RFC 7493 section 2.1),
 * because neither UTF-8 nor the ledger's canonical JSON can encode it, and so is a number that parses as infinite, such as
 * `1e999`. A repeated name, in whatever spelling, throws RepeatedNameError (section 2.3): one reader would take the first
 * value and another the last.
 */
export function requireJson(text: string): unknown {
  // The reviver also visits the root, which is not a member.
  let members = -1;
  const json: unknown = JSON.parse(text, function (this: unknown, name: string, value: unknown) {
    if (!Array.isArray(this)) members += 1;
    return requireWellFormed(name, value);
  });
  // Of members with the same name only one is left.
  if (countNames(text) > members) throw new RepeatedNameError("JSON names a member twice");
  return json;
}

function requireWellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    throw new SyntaxError("JSON holds a lone surrogate");
  }
  if (value === Infinity || value === -Infinity)
    throw new SyntaxError("JSON holds a number that is too large");
  return value;
}

/** Counts the names in a valid JSON text: a string is a name if a colon follows. */
function countNames(json: string): number {
  const strings = json.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g) ?? [];
  return strings.filter((string) => string.endsWith(":")).length;
}
