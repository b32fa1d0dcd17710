/** Canonical JSON after RFC 8785 (JCS): one text for one value, so that a hash of it can be repeated by anyone. */

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/**
 * The canonical text: no white space, keys sorted by UTF-16 code units, numbers and strings as ECMAScript writes them
 * (RFC 8785 sections 3.2.2 and 3.2.3). Throws a TypeError for what I-JSON cannot carry: NaN, infinities, lone
 * surrogates, and values that are not JSON at all.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") return canonicalNumber(value);
  if (typeof value === "string") return canonicalString(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object") return canonicalObject(value);
  throw new TypeError(`canonical JSON cannot carry a ${typeof value}`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`canonical JSON cannot carry ${value}`);
  return JSON.stringify(value);
}

function canonicalString(value: string): string {
  if (!value.isWellFormed()) throw new TypeError("canonical JSON cannot carry a lone surrogate");
  return JSON.stringify(value);
}

function canonicalObject(value: { readonly [key: string]: JsonValue }): string {
  // The default sort compares UTF-16 code units, which is the order of RFC 8785 section 3.2.3.
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${canonicalString(key)}:${canonicalJson(member)}`).join(",")}}`;
}

/** `Array.isArray` that also narrows readonly arrays. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
