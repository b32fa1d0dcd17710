/** JSON texts that come from outside. */

/**
 * The value of a JSON text, or undefined where it is none. A lone surrogate counts as none (RFC 7493 section 2.1): neither
 * UTF-8 nor the ledger's canonical JSON can carry it.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, requireWellFormed);
  } catch {
    return undefined;
  }
}

function requireWellFormed(name: string, value: unknown): unknown {
  if (!name.isWellFormed() || (typeof value === "string" && !value.isWellFormed())) {
    throw new SyntaxError("JSON holds a lone surrogate");
  }
  return value;
}
