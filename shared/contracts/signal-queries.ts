/** How signals are asked for: filters, pages, exports and feeds. */
import * as v from "valibot";
import { OnlyWitnessed } from "./log.ts";
import { pastedCode } from "./text.ts";
import { After, PageCursor, PageLimit } from "./paging.ts";
import { isCalendarDate, isInstant } from "./instant.ts";
import { OUTCOMES, WrittenAsset } from "./signals.ts";
import { Handle } from "./traders.ts";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60 * 1000;
const periodMessage = "must be a date (2026-01-31) or an ISO 8601 instant with a zone";

const PeriodEdge = v.pipe(
  v.string(),
  pastedCode(),
  v.check((text) => (DATE.test(text) && isCalendarDate(text)) || isInstant(text), periodMessage),
);

/** Start of a period: milliseconds since the epoch, first to be included. */
export const PeriodFrom = v.pipe(
  PeriodEdge,
  v.transform((text) => Date.parse(text)),
);

/** End of a period: milliseconds since the epoch, first to be left out; a date includes its whole day. */
export const PeriodTo = v.pipe(
  PeriodEdge,
  v.transform((text) => Date.parse(text) + (DATE.test(text) ? DAY_MS : 1)),
);

/** Filters that lists, exports and feeds share; a period is by publication, in UTC, both ends included. */
const filters = {
  trader: v.optional(Handle),
  asset: v.optional(WrittenAsset),
  outcome: v.optional(v.picklist(OUTCOMES, `must be one of ${OUTCOMES.join(", ")}`)),
  from: v.optional(PeriodFrom),
  to: v.optional(PeriodTo),
  witnessed: OnlyWitnessed,
};

interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Whether a period ends after it begins; one without an edge does. */
export function isInOrder({ from, to }: Period): boolean {
  return from === undefined || to === undefined || from < to;
}

/** Said of `to` where a period is not in order. */
export const ORDER_MESSAGE = "must not be earlier than from";

/** Query of `GET /api/signals/`. */
export const SignalQuery = v.pipe(
  v.strictObject({
    ...filters,
    /** `next` of the page before. */
    cursor: PageCursor,
    limit: PageLimit,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type SignalQuery = v.InferOutput<typeof SignalQuery>;

/** Query of `GET /api/signals/export.csv`. */
export const SignalExportQuery = v.pipe(
  v.strictObject({
    ...filters,
    /** Only signals published by an entry above this seq: `Link` of an answer has it for the next part. */
    after: After,
  }),
  v.forward(
    v.check((query) => isInOrder(query), ORDER_MESSAGE),
    ["to"],
  ),
);
export type SignalExport = v.InferOutput<typeof SignalExportQuery>;
export type SignalFilters = Omit<SignalExport, "after">;

/**
 * Columns of `GET /api/signals/export.csv`, in their order; new ones come at the end. What two sources of prices say stands in one cell,
 * in their order.
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

/** Query of the feeds. */
export const FeedQuery = v.strictObject({ trader: filters.trader, asset: filters.asset });
