/** Canonical JSON by RFC 8785 (JCS): one text for one value, so that anyone can reproduce a hash of it. */
import canonicalize from "canonicalize";

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Throws for what I-JSON cannot represent: NaN, infinities, lone surrogates. */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError(`canonical JSON cannot represent a ${typeof value}`);
  return text;
}
