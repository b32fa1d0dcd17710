/** Prices: the answers of a source, and the part of them that is on the record. */
import * as v from "valibot";
import { isOverTheCounter } from "#shared/assets/asset.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { PRICE_SERIES } from "#shared/limits/prices.ts";
import { isInstant, LedgerInstant, SentInstant } from "./instant.ts";
import { lengthOf, Line, pastedCode } from "./text.ts";

/** A decimal number as text, so that no digit is lost: at most 12 digits before and 12 after the point. */
export const PRICE_PATTERN = /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/;
const DECIMAL_MESSAGE =
  "must be a decimal number as text, as 1.0851, with at most 12 digits on each side of the point";

export const Price = v.pipe(v.string(DECIMAL_MESSAGE), v.regex(PRICE_PATTERN, DECIMAL_MESSAGE));

/** A price as people type or paste it. */
export const WrittenPrice = v.pipe(
  v.string(DECIMAL_MESSAGE),
  pastedCode(),
  v.regex(PRICE_PATTERN, DECIMAL_MESSAGE),
);

/** A signal has one source, or two that must agree. */
export const MAX_PRICE_SOURCES = 2;

/** How old a quote may be at the moment it is used for. */
export const MAX_QUOTE_AGE_SECONDS = { default: 60, min: 1, max: 3600 } as const;

/**
 * How prices decide a signal; set when it is published and never changed. The prices at `entry_at` and `expires_at` are the last
 * quotes at or before these moments from each of `sources`, not older than `max_quote_age_s`.
 */
export const PriceRule = v.strictObject({
  /** Addresses of the sources, without the scheme; of two, both must give the same outcome. */
  sources: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(MAX_PRICE_SOURCES)),
  /** Whole seconds, 1 to 3600. */
  max_quote_age_s: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MAX_QUOTE_AGE_SECONDS.min),
    v.maxValue(MAX_QUOTE_AGE_SECONDS.max),
  ),
  /** The outcome if both prices are equal. */
  equal: v.literal("draw"),
  /** The outcome of a signal that falls into a gap between quotes, or for which there was no price by `settle_by`. */
  no_price: v.literal("void"),
});
export type PriceRule = v.InferOutput<typeof PriceRule>;

/** A month 13 could not be compared with any moment. */
const QuoteInstant = v.pipe(LedgerInstant, v.check(isInstant, "must be an existing date and time"));

/** A quote as a source gave it. */
export const Quote = v.strictObject({
  price: Price,
  /** When it was quoted. */
  at: QuoteInstant,
  /** SHA-256 of the answer's bytes, in lower-case hex. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type Quote = v.InferOutput<typeof Quote>;

/** The prices of one source for a signal. */
export const SourcePrices = v.strictObject({
  /** As in the rule. */
  address: v.string(),
  /** The name that the source gives itself in its answers. */
  source: v.string(),
  /** The last quote at or before the entry time; null if there is none. */
  entry: v.nullable(Quote),
  /** The last quote at or before the expiry; null if there is none. */
  expiry: v.nullable(Quote),
  /** A quote from after a gap, which proves that no earlier quote will come; only if it was needed. */
  later: v.exactOptional(Quote),
});
export type SourcePrices = v.InferOutput<typeof SourcePrices>;

/** Evidence of staff who settle a signal by hand: the price, when it was quoted and where they read it. */
export const Evidence = v.strictObject({
  price: Price,
  at: QuoteInstant,
  /** 1 to 200 characters. */
  where: v.string(),
  /** 1 to 200 characters. */
  note: v.exactOptional(v.string()),
});
export type Evidence = v.InferOutput<typeof Evidence>;

const EvidenceText = v.pipe(Line, ...lengthOf(BOUNDS.evidence.min, BOUNDS.evidence.max));

/** Evidence as sent, with any ISO 8601 instant with a zone. */
export const NewEvidence = v.pipe(
  v.object({
    price: WrittenPrice,
    at: SentInstant,
    where: EvidenceText,
    note: v.optional(EvidenceText),
  }),
  v.transform(({ at, note, ...rest }): Evidence => ({
    ...rest,
    at: new Date(at).toISOString(),
    ...(note !== undefined && { note }),
  })),
);

/** How a signal ended: by prices on the record, by hand, or because its deadline had passed. */
export const SETTLED_BY = ["prices", "hand", "deadline"] as const;
export type SettledBy = (typeof SETTLED_BY)[number];

/**
 * Why an expired signal has no price yet. `down`: a source does not answer, or answers with an error; `slow`: it does not answer in
 * time; `unsettled`: its price for that moment is not final yet (425); `stale`: it has no quote that is recent enough, and no later one
 * either; `malformed`: its answer breaks the contract; `contradictory`: its answers contradict each other; `disagreement`: two sources
 * give different outcomes; `not_configured`: the site no longer asks a source that the rule names.
 */
export const PRICE_FAULTS = [
  "down",
  "slow",
  "unsettled",
  "stale",
  "malformed",
  "contradictory",
  "disagreement",
  "not_configured",
] as const;
export type PriceFault = (typeof PRICE_FAULTS)[number];

/** Why an expired signal is still open. */
export const PriceWait = v.object({
  reason: v.picklist(PRICE_FAULTS),
  /** The source at fault; null if all are. */
  address: v.nullable(v.string()),
  /** Since when there has been no price, whatever the reason. */
  since: v.string(),
  /** When the sources were last asked. */
  asked_at: v.string(),
});
export type PriceWait = v.InferOutput<typeof PriceWait>;

/**
 * Answer of `GET /api/admin/signals/leads/`: the seconds by which a signal must be published before its entry, so that the price at
 * entry is not made yet: the usual gap between the source's quotes plus 5.
 */
export const PriceLeads = v.object({
  assets: v.record(v.string(), v.number()),
  /** For every other asset that is not over the counter; null if no source decides them. */
  others: v.nullable(v.number()),
});
export type PriceLeads = v.InferOutput<typeof PriceLeads>;

/** The longest lead of the named assets, or of all if none is named; null if no source decides one of them. */
export function longestLead({ assets, others }: PriceLeads, named: readonly string[]): number | null {
  const leads =
    named.length === 0
      ? [...Object.values(assets), others]
      : named.map((asset) => (isOverTheCounter(asset) ? null : (assets[asset] ?? others)));
  const known = leads.filter((lead) => lead !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Time of a quote: ISO 8601 with a zone; digits beyond milliseconds are dropped. */
const AnsweredInstant = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/(\.\d{3})\d+/, "$1")),
  SentInstant,
);

/** Answer of `GET {PRICE_SOURCE_URL}/prices/?asset=EUR/USD&at=2026-11-26T10:00:00Z`: the last quote at or before `at`. */
export const PriceAnswer = v.object({
  /** As it was asked. */
  asset: v.string(),
  at: AnsweredInstant,
  price: Price,
  /** The name that the source gives itself: 1 to 100 characters. */
  source: v.pipe(Line, ...lengthOf(1, 100)),
});
export type PriceAnswer = v.InferOutput<typeof PriceAnswer>;

/** Answer of `GET {PRICE_SOURCE_URL}/prices/series/?asset=EUR/USD&from=…&to=…`: some of the quotes in this period, oldest first. */
export const PriceSeriesAnswer = v.object({
  /** As it was asked. */
  asset: v.string(),
  points: v.pipe(v.array(v.object({ at: AnsweredInstant, price: Price })), v.maxLength(PRICE_SERIES.points)),
});

/**
 * Answer of `GET /api/signals/{id}/prices/`, for the chart of a signal, and of `GET /api/admin/signals/prices/`, with the newest price
 * of an asset. It decides nothing.
 */
export const SignalPrices = v.object({
  /** Address of the source, without the scheme; null if none gave prices. */
  address: v.nullable(v.string()),
  /** Prices from a little before the signal's entry to its expiry, or to the last full minute; oldest first. */
  points: v.array(v.object({ at: v.string(), price: Price })),
});
export type SignalPrices = v.InferOutput<typeof SignalPrices>;
export type PricePoint = SignalPrices["points"][number];
