/** JSON texts that come from outside. */

/** An object names a member twice. */
export class RepeatedNameError extends SyntaxError {
  override readonly name = "RepeatedNameError";
}

/** As `requireJson`, but undefined where the text is none. */
export function parseJson(text: string): unknown {
  try {
    return requireJson(text);
  } catch {
    return undefined;
  }
}

/**
 * The value of a JSON text; throws SyntaxError where it is none. A lone surrogate counts as none (RFC 7493 section 2.1):
 * neither UTF-8 nor the ledger's canonical JSON can carry it; nor can it a number that is read as infinite, `1e999`. A name that is repeated, in whatever spelling, is a
 * RepeatedNameError (section 2.3): one reader would take the first value and another the last.
 */
export function requireJson(text: string): unknown {
  // The root stands in an object of the parser's own and is no member.
  let members = -1;
  const json: unknown = JSON.parse(text, function (this: unknown, name: string, value: unknown) {
    if (!Array.isArray(this)) members += 1;
    return requireWellFormed(name, value);
  });
  // Of the same names one member is left.
  if (countNames(text) > members) throw new RepeatedNameError("JSON names a member twice");
  return json;
}

function requireWellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    throw new SyntaxError("JSON holds a lone surrogate");
  }
  if (value === Infinity || value === -Infinity)
    throw new SyntaxError("JSON holds a number beyond all numbers");
  return value;
}

/** Of a valid JSON text: a string is a name where a colon follows. */
function countNames(json: string): number {
  const strings = json.match(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?/g) ?? [];
  return strings.filter((string) => string.endsWith(":")).length;
}
