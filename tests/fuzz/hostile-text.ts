/** What hostile clients write: markup, separators, encodings, numbers at the edge, and long runs of anything. */
import * as fc from "fast-check";

/** Stands in everything that tries to become markup; an answer must never hold it unescaped. */
export const MARKUP_MARK = "<zz9";

const INVISIBLE = [" ", "\n", "\0", "\t", "\r\n", "\u2028", "\u202e", "\ufeff", "\ud800"];
const PIECES = [
  ...wordsOf(String.raw`
    / // \ .. . % %2f %2e%2e %5c %3b %252e %00 %0d%0a %c0%af %ff %ef%bc%8e ? & = # ; , : @ ' " * ü 𝟘 ．． ／ ſ İ </script> <!--
    0 -1 1e309 NaN 9007199254740993 99999999999999999999 0x10 true null [] {} {{7*7}} __proto__ constructor javascript:x
    2026-02-30 13/13/2026 02/29/2028 2026-01-01T00:00:00Z q=0.5 de-AT W/ en de api auth signal traders admin _payload.json
    buy EUR/USD time= at a
  `),
  `${MARKUP_MARK} onload=x>`,
  `"${MARKUP_MARK}>`,
  `'${MARKUP_MARK}>`,
  "${7*7}",
  "`",
  "' OR 1=1 --",
  "Sun, 06 Nov 1994 08:49:37 GMT",
  "Bearer ",
  ...INVISIBLE,
];

const piece = fc.constantFrom(...PIECES);

/** Pieces in a row. */
const joined = fc
  .array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 12 })
  .map((parts) => parts.join(""));

/** The same piece very often, with another at the end: what makes a careless expression slow. */
const repeated = fc
  .tuple(piece, fc.integer({ min: 50, max: 3_000 }), piece)
  .map(([part, times, end]) => part.repeat(times).slice(0, 20_000) + end);

/** Any text, mostly hostile. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: joined },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
  { weight: 1, arbitrary: repeated },
);

/** Any text that a header field can carry (RFC 9110 section 5.5), without what `Headers` would trim. */
export const headerText: fc.Arbitrary<string> = hostileText.map((text) =>
  text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "").trim(),
);

/** Any JSON value, strings mostly hostile. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      hostileText,
      fc.double(),
      fc.integer(),
      fc.constantFrom(null, true, false),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(hostileText, tie("value"), { maxKeys: 4 }),
    ),
  })).value,
);

/** An object that has some of the named fields, with anything in them. */
export function objectWith(
  names: readonly string[],
  value: fc.Arbitrary<unknown> = hostileJson,
): fc.Arbitrary<object> {
  return fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
}

/** Words that white space separates. */
export function wordsOf(text: string): string[] {
  return text.trim().split(/\s+/);
}
