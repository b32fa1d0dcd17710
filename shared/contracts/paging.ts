/** How lists are read page by page. */
import * as v from "valibot";

/** The value for `cursor` of the next page, never an address; null on the last page. */
export const NextCursor = v.nullable(v.string());

/** Newest ledger entry that an answer reflects; 0 if there is none. A backend may omit it. */
export const AsOfSeq = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));

/**
 * Position of a page in its list, with the same filters. Rows are counted up to `COUNTED_ROWS`; null if there are more. A backend
 * may omit it.
 */
export const ListPosition = v.optional(
  v.object({
    /** Rows of the whole list. */
    total: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /** Rows before this page. */
    before: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
);
export type ListPosition = NonNullable<v.InferOutput<typeof ListPosition>>;

/** `cursor` of lists whose cursor is a number: `next` of the page before. */
export const PageCursor = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[1-9][0-9]{0,14}$/, "must be the next value of an earlier page"),
    v.transform(Number),
  ),
);

/** The place of a row in a list by time, as an earlier answer gives it: milliseconds since the epoch, a comma and a seq. */
export const PlaceInTime = v.pipe(
  v.string(),
  v.regex(/^[0-9]{1,15},[1-9][0-9]{0,14}$/, "must be a place that an earlier answer gave"),
  v.transform((place) => {
    const [at = 0, seq = 0] = place.split(",").map(Number);
    return { at, seq };
  }),
);

export const PAGE_LIMIT = { default: 25, max: 100 } as const;

/** `limit` of the lists: a whole number from 1 to 100. Default: 25. */
export const PageLimit = limitOf(PAGE_LIMIT);

/** Position in the ledger after which to read: the `seq` of an entry, 0 for the beginning. */
export const AfterSeq = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,14})$/, "must be the seq of a ledger entry, or 0"),
  v.transform(Number),
);

/** `after` of lists in the ledger's order. Default: from the beginning. */
export const After = v.optional(AfterSeq, "0");

/** The program for a CSV file: with `excel` it starts with a byte order mark, without which Excel does not read UTF-8. */
export const CsvReader = v.optional(v.literal("excel", "must be excel"));
export type CsvReader = v.InferOutput<typeof CsvReader>;

/** `limit` of a list with its own default and maximum; `max` is below 10,000. */
export function limitOf({ default: standard, max }: { readonly default: number; readonly max: number }) {
  const message = `must be a whole number from 1 to ${max}`;
  return v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^[1-9][0-9]{0,3}$/, message),
      v.transform(Number),
      v.maxValue(max, message),
    ),
    String(standard),
  );
}
