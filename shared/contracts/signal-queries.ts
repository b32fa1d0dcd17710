/** Queries for signals: filters, pages, exports and feeds. */
import * as v from "valibot";
import { OnlyWitnessed } from "./log.ts";
import { pastedCode } from "./text.ts";
import { After, CsvReader, PageLimit } from "./paging.ts";
import { isCalendarDate, isInstant } from "./instant.ts";
import { DIRECTIONS, OUTCOMES, SoughtAsset } from "./signals.ts";
import { WrittenTrader } from "./traders.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const periodMessage = "must be a date (2026-01-31) or an ISO 8601 instant with a zone";

const PeriodEdge = v.pipe(
  v.string(),
  pastedCode(),
  v.check((text) => (DATE.test(text) && isCalendarDate(text)) || isInstant(text), periodMessage),
);

/** Start of a period, inclusive: milliseconds since the epoch. */
export const PeriodFrom = v.pipe(
  PeriodEdge,
  v.transform((text) => Date.parse(text)),
);

/** End of a period, exclusive: milliseconds since the epoch. A date includes its whole day. */
export const PeriodTo = v.pipe(
  PeriodEdge,
  v.transform((text) => Date.parse(text) + (DATE.test(text) ? DAY_MS : 1)),
);

/** In a query: only those with the property, or only those without. */
const YesOrNo = v.optional(
  v.pipe(
    v.picklist(["true", "false"], "must be true or false"),
    v.transform((text) => text === "true"),
  ),
);

/** Filters of lists, exports and feeds. A period is by publication, in UTC, and includes both ends. */
const filters = {
  /** An exact handle finds only that trader; other text finds all traders whose handle or name contains it, accents and spaces ignored, at most 50. */
  trader: v.optional(WrittenTrader),
  /** The exact asset finds only that asset; other text finds all assets that contain it or have that name, at most 50. */
  asset: v.optional(SoughtAsset),
  direction: v.optional(v.picklist(DIRECTIONS, `must be one of ${DIRECTIONS.join(", ")}`)),
  outcome: v.optional(v.picklist(OUTCOMES, `must be one of ${OUTCOMES.join(", ")}`)),
  otc: YesOrNo,
  late: YesOrNo,
  corrected: YesOrNo,
  from: v.optional(PeriodFrom),
  to: v.optional(PeriodTo),
  witnessed: OnlyWitnessed,
};

interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Whether a period ends after it begins; true if it is open on one side. */
export function isInOrder({ from, to }: Period): boolean {
  return from === undefined || to === undefined || from < to;
}

/** Message for `to` if a period is not in order. */
export const ORDER_MESSAGE = "must not be earlier than from";

/** Sort keys of signals besides the order of publication, which is the order of the record. */
export const SIGNAL_SORT_KEYS = ["entry_at", "expires_at", "payout"] as const;
export type SignalSortKey = (typeof SIGNAL_SORT_KEYS)[number];

/** A sort key ascending, or with `-` descending. */
export type SignalSort = SignalSortKey | `-${SignalSortKey}`;

/** Newest first. */
export const DEFAULT_SIGNAL_SORT = "-published_at";
export const SIGNAL_SORTS: readonly (SignalSort | typeof DEFAULT_SIGNAL_SORT)[] = [
  DEFAULT_SIGNAL_SORT,
  ...SIGNAL_SORT_KEYS.flatMap((key): SignalSort[] => [key, `-${key}`]),
];

const cursorMessage = "must be the next value of an earlier page of the same sort";

/** Query of `GET /api/signals/`. */
export const SignalQuery = v.pipe(
  v.strictObject({
    ...filters,
    /** `-published_at` is newest first. Signals with equal values are in the order of publication, reversed with `-`. */
    sort: v.optional(
      v.picklist(SIGNAL_SORTS, `must be one of ${SIGNAL_SORTS.join(", ")}`),
      DEFAULT_SIGNAL_SORT,
    ),
    /** `next` of the page before, with the same `sort`. */
    cursor: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:-?[0-9]{1,16},)?[1-9][0-9]{0,14}$/, cursorMessage),
        v.transform((cursor) => {
          const [seq = "", value] = cursor.split(",").reverse();
          return { seq: Number(seq), value: value === undefined ? null : Number(value) };
        }),
      ),
    ),
    limit: PageLimit,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
  v.forward(
    v.check(
      ({ sort, cursor }) => !cursor || (cursor.value === null) === (sort === DEFAULT_SIGNAL_SORT),
      cursorMessage,
    ),
    ["cursor"],
  ),
);
export type SignalQuery = v.InferOutput<typeof SignalQuery>;

/** Query of `GET /api/signals/export.csv`. */
export const SignalExportQuery = v.pipe(
  v.strictObject({
    ...filters,
    /** Only signals published by an entry above this seq; `Link` of an answer has the value for the next part. */
    after: After,
    for: CsvReader,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type SignalExport = v.InferOutput<typeof SignalExportQuery>;

/**
 * Columns of `GET /api/signals/export.csv`, in their order; new ones come at the end. Prices of two sources share a cell, in the order of
 * the sources.
 */
export const SIGNAL_CSV_COLUMNS = [
  "id",
  "trader",
  "trader_name",
  "asset",
  "direction",
  "published_at",
  "entry_at",
  "expires_at",
  "settle_by",
  "payout",
  "stake",
  "outcome",
  "is_late",
  "settled_at",
  "void_reason",
  "published_seq",
  "settled_seq",
  "corrected_from",
  "corrected_at",
  "correction_reason",
  "corrected_seq",
  "is_otc",
  "confidence",
  "counts_as_lost",
  "witnessed_at",
  "settled_by",
  "stated_price",
  "price_sources",
  "max_quote_age_s",
  "price_source",
  "entry_price",
  "entry_price_at",
  "entry_price_sha256",
  "expiry_price",
  "expiry_price_at",
  "expiry_price_sha256",
  "evidence_price",
  "evidence_at",
  "evidence_where",
  "evidence_note",
] as const;

/** Entries of a feed. */
export const FEED_ENTRIES = 50;

/** Query of the feeds: the filters of the list. */
export const FeedQuery = v.pipe(
  v.strictObject(filters),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type SignalFilters = v.InferOutput<typeof FeedQuery>;
