/** The ledger as transmitted, and what each kind of entry records. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { After, AsOfSeq, limitOf } from "./paging.ts";
import { LedgerInstant as Instant } from "./instant.ts";
import { Evidence, Price, PriceRule, SourcePrices } from "./prices.ts";

/** `prev_hash` of the first entry. */
export const GENESIS_HASH = "0".repeat(64);

const Seq = v.pipe(v.number(), v.integer(), v.minValue(1));
const Hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** Whole percent. Below 50 the other direction would be the signal; 100 is not a probability. */
export const CONFIDENCE_BOUNDS = BOUNDS.confidence;

const CONFIDENCE_MESSAGE = `must be a whole percent from ${CONFIDENCE_BOUNDS.min} to ${CONFIDENCE_BOUNDS.max}`;

/** The trader's own estimate of the probability that the signal wins, in whole percent from 50 to 99. */
export const Confidence = v.pipe(
  v.number("must be a number"),
  v.integer(CONFIDENCE_MESSAGE),
  v.minValue(CONFIDENCE_BOUNDS.min, CONFIDENCE_MESSAGE),
  v.maxValue(CONFIDENCE_BOUNDS.max, CONFIDENCE_MESSAGE),
);

/**
 * A published signal. It expires after `at`, at most 366 days later; from entry to expiry it takes 10 seconds to 366 days.
 */
export const PublishedPayload = v.strictObject({
  trader: v.string(),
  /** 1 to 32 characters, in one spelling: `EUR/USD`, or over the counter `EURUSD_otc`. */
  asset: v.string(),
  direction: v.picklist(["up", "down"]),
  entry_at: Instant,
  expires_at: Instant,
  /**
   * Deadline: 24 hours after `expires_at`; a signal that is still open then counts as lost. With a `price_rule`, 7 days after
   * `expires_at`; a signal that is still open then is void because there was no price.
   */
  settle_by: Instant,
  /** Gain per unit of stake, 0.0001 to 1, at most four decimals. */
  payout: v.number(),
  /** Omitted if none was stated. */
  confidence: v.exactOptional(Confidence),
  /** The entry time was before `at`; exactly at entry is in time. */
  is_late: v.boolean(),
  /** Omitted, or true if the platform itself makes the asset's price (over the counter): such a signal is counted separately. */
  is_otc: v.exactOptional(v.literal(true)),
  /** Omitted if no price source is configured for the asset, as for every OTC asset: then the signal is settled by hand. */
  price_rule: v.exactOptional(PriceRule),
  /** The price as stated by the trader; it decides nothing. Omitted if none was stated. */
  stated_price: v.exactOptional(Price),
});

/** Outcomes that a correction can set. */
export const CORRECTED_OUTCOMES = ["draw", "lost"] as const;

/** The outcome. Of several entries on one signal the newest counts; the later ones are corrections. */
const SettledPayload = v.variant("cause", [
  /** Settled by hand, with the price as evidence. Never with a `price_rule`. */
  v.strictObject({
    outcome: v.picklist(["won", "lost", "draw"]),
    cause: v.literal("result"),
    evidence: Evidence,
  }),
  /** Settled by these prices, in the order of the sources in its `price_rule`. */
  v.strictObject({
    outcome: v.picklist(["won", "lost", "draw"]),
    cause: v.literal("prices"),
    prices: v.array(SourcePrices),
  }),
  /** Not settled by its deadline, so it counts as lost. */
  v.strictObject({ outcome: v.literal("lost"), cause: v.literal("deadline") }),
  /** Corrected to a worse outcome, with a public reason. */
  v.strictObject({
    outcome: v.picklist(CORRECTED_OUTCOMES),
    cause: v.literal("correction"),
    reason: v.string(),
  }),
]);

/**
 * Either staff voided it while open, with a reason: from its entry on it then counts as lost, and with a `price_rule` it can only be
 * voided before. Or there was no price for a signal with a `price_rule`: `prices` show that it falls into a gap; without them,
 * `settle_by` had passed.
 */
const VoidedPayload = v.union([
  v.strictObject({ reason: v.string() }),
  v.strictObject({ cause: v.literal("no_price"), prices: v.exactOptional(v.array(SourcePrices)) }),
]);

/** A trader joined or retired. Only the handle is recorded, so that a display name can be erased. */
const TraderPayload = v.strictObject({ trader: v.string() });

const link = {
  seq: Seq,
  at: Instant,
  /** Clock of the server that wrote the entry. */
  clock_at: Instant,
  prev_hash: Hash,
  hash: Hash,
};
const onSignal = { ...link, signal_id: v.string() };
const onTrader = { ...link, signal_id: v.null() };

/**
 * One entry. `hash` is the SHA-256, in lower-case hex, of the canonical JSON (RFC 8785) of the entry without `hash`;
 * `prev_hash` is the `hash` of the entry before it, or 64 zeros in the first. `seq` counts from 1 without a gap. `at` (ISO 8601,
 * UTC, milliseconds) is the later of `clock_at`, the server's clock, and the `at` before it, so it never goes back. It is at most a
 * minute later than `clock_at`.
 */
export const LedgerEntry = v.variant("kind", [
  v.strictObject({ ...onSignal, kind: v.literal("published"), payload: PublishedPayload }),
  v.strictObject({ ...onSignal, kind: v.literal("settled"), payload: SettledPayload }),
  v.strictObject({ ...onSignal, kind: v.literal("voided"), payload: VoidedPayload }),
  v.strictObject({ ...onTrader, kind: v.literal("trader_joined"), payload: TraderPayload }),
  v.strictObject({ ...onTrader, kind: v.literal("trader_retired"), payload: TraderPayload }),
]);
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>;

/** `Omit` that preserves the relation between `kind` and `payload`. */
type Without<Entry, Key extends PropertyKey> = Entry extends unknown ? Omit<Entry, Key> : never;

/** An entry before it is hashed. */
export type UnhashedEntry = Without<LedgerEntry, "hash">;

/** An entry as its writer passes it; the ledger sets seq, time and hashes. */
export type LedgerDraft = Without<LedgerEntry, "seq" | "at" | "clock_at" | "prev_hash" | "hash">;

/** Newest entry. An empty ledger answers seq 0, the genesis hash and no time. */
export const LedgerHead = v.object({
  seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
  at: v.nullable(v.string()),
  hash: Hash,
});
export type LedgerHead = v.InferOutput<typeof LedgerHead>;

/** Answer of `GET /api/ledger/`, oldest first; `next` is the value for `after`, null on the last page. */
export const LedgerPage = v.object({
  results: v.array(LedgerEntry),
  next: v.nullable(v.string()),
  as_of_seq: AsOfSeq,
});
export type LedgerPage = v.InferOutput<typeof LedgerPage>;

/** Ledger pages are larger than lists, because verifiers read them from end to end. */
export const LEDGER_PAGE_LIMIT = { default: 100, max: 1000 } as const;

/** Query of `GET /api/ledger/`. */
export const LedgerQuery = v.strictObject({
  /** Entries above this seq. */
  after: After,
  limit: limitOf(LEDGER_PAGE_LIMIT),
});
export type LedgerQuery = v.InferOutput<typeof LedgerQuery>;

/** Query of `GET /api/ledger/export.ndjson`. */
export const LedgerExportQuery = v.strictObject({
  /** Entries above this seq; `Link` of an answer has the value for the next part. */
  after: After,
});
