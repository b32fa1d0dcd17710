/** Signals as transmitted, and the rules for publishing one. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import {
  MAX_SIGNAL_LIFE_MS,
  MIN_SIGNAL_LIFE_MS,
  PAYOUT_STEPS_PER_UNIT,
  MAX_PAYOUT,
} from "#shared/limits/signals.ts";
import { canonicalAsset, MAX_ASSET_CHARACTERS, SOUGHT_ASSET, WRITTEN_ASSET } from "../assets/asset.ts";
import { SentInstant } from "./instant.ts";
import { Confidence, type CORRECTED_OUTCOMES, LedgerEntry } from "./ledger.ts";
import { lengthOf, Line, pastedCode } from "./text.ts";
import { AsOfSeq, NextCursor } from "./paging.ts";
import { Evidence, Price, WrittenPrice, PriceRule, PriceWait, SETTLED_BY, SourcePrices } from "./prices.ts";
import { Handle } from "./traders.ts";

export const DIRECTIONS = ["up", "down"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const OUTCOMES = ["open", "won", "lost", "draw", "void"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Outcomes of a settlement; `void` has a verb of its own and needs a reason. */
export const SETTLEMENTS = ["won", "lost", "draw"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** Outcomes that can be corrected, and what they can be corrected to. Only downwards: a recorded loss stands. */
export const CORRECTABLE = ["won", "draw"] as const satisfies readonly Settlement[];
export type CorrectableOutcome = (typeof CORRECTABLE)[number];
export type CorrectedOutcome = (typeof CORRECTED_OUTCOMES)[number];
export const CORRECTIONS: Readonly<Record<CorrectableOutcome, readonly CorrectedOutcome[]>> = {
  won: ["draw", "lost"],
  draw: ["lost"],
};

/** Every result is per one unit staked. */
export const STAKE = 1;

export const Signal = v.object({
  id: v.string(),
  trader: v.object({ handle: v.string(), name: v.string() }),
  asset: v.string(),
  direction: v.picklist(DIRECTIONS),
  /** All instants are ISO 8601 in UTC. `at` of the entry that published it. */
  published_at: v.string(),
  /** Before `published_at`, the signal is late; exactly then it is in time. */
  entry_at: v.string(),
  /** From this instant on it can be settled, and a void counts as lost. */
  expires_at: v.string(),
  /**
   * 24 hours after `expires_at`. Still open at this moment: counts as lost. With a `price_rule` 7 days after it: still open then, it is
   * void for want of a price.
   */
  settle_by: v.string(),
  /** Gain per unit of stake of a signal that wins, as agreed when it was published: 0.85 is 85 %. */
  payout: v.number(),
  /** Always 1. */
  stake: v.number(),
  /** The trader's own probability, in whole percent, that the signal wins; null where none was stated. */
  confidence: v.optional(v.nullable(v.number()), null),
  /** By the newest ledger entry on the signal. */
  outcome: v.picklist(OUTCOMES),
  /**
   * Published after its entry time; or prices ended it, and the quote of one source at entry is not from after `published_at`. Never counts
   * as a win, and as a loss if it lost (on an OTC asset: apart).
   */
  is_late: v.boolean(),
  /** Published on an asset whose price the platform makes itself (over the counter): counted apart, in no rate and no result. */
  is_otc: v.optional(v.boolean(), false),
  /** `at` of the entry that settled or voided it; null while open. A correction leaves it. */
  settled_at: v.nullable(v.string()),
  /** Why staff voided the signal; null if it is not void, and if it is void because no price was found. */
  void_reason: v.nullable(v.string()),
  /** Of a void that came at entry or later, when the price already moves: it counts as lost. */
  counts_as_lost: v.optional(v.boolean(), false),
  /**
   * The newest correction of the outcome, if it was corrected: the outcome just before it, its time, reason and entry. `settled_at` and
   * `settled_seq` stay those of the settlement.
   */
  correction: v.optional(
    v.nullable(
      v.object({
        /** The outcome until then. */
        from: v.picklist(CORRECTABLE),
        at: v.string(),
        /** In words for everyone. */
        reason: v.string(),
        /** Ledger entry that records it. */
        seq: v.number(),
      }),
    ),
    null,
  ),
  /**
   * When a witness had first seen the log with the entry that published it: `first_witnessed_at` of the smallest size in
   * `GET /api/log/checkpoints/` that holds it. Before `entry_at`, the signal was witnessed in time. Null where nobody has seen it yet.
   */
  witnessed_at: v.optional(v.nullable(v.string()), null),
  /** How prices decide it; null where no source was configured for the asset when it was published. */
  price_rule: v.optional(v.nullable(PriceRule), null),
  /** What the trader said the price was, which decides nothing; null where nothing was said. */
  stated_price: v.optional(v.nullable(Price), null),
  /**
   * How it ended: `prices` on the record, somebody's `hand` (a void with a reason too), or its `deadline`. Null while open, and where a
   * backend does not say. A void for want of a price has `prices` that show a gap, or came by `deadline`.
   */
  settled_by: v.optional(v.nullable(v.picklist(SETTLED_BY)), null),
  /** What each source said, in the order of `price_rule`, where the end followed from it. */
  prices: v.optional(v.nullable(v.array(SourcePrices)), null),
  /** Of who settled it by hand. */
  evidence: v.optional(v.nullable(Evidence), null),
  /** What keeps it open though it has expired and prices decide it; null where nothing does. In no ledger entry. */
  price_wait: v.optional(v.nullable(PriceWait), null),
  /** Ledger entry that published it. */
  published_seq: v.number(),
  /** Ledger entry that settled or voided it; null while open. */
  settled_seq: v.nullable(v.number()),
});
export type Signal = v.InferOutput<typeof Signal>;

/** Answer of `GET /api/signals/`, newest first. */
export const SignalPage = v.object({
  results: v.array(Signal),
  next: NextCursor,
  /** Live news above it are newer than the page. */
  as_of_seq: AsOfSeq,
});
export type SignalPage = v.InferOutput<typeof SignalPage>;

/** Answer of `GET /api/signals/{id}/`: with its ledger entries, oldest first. */
export const SignalDetail = v.object({
  ...Signal.entries,
  entries: v.array(LedgerEntry),
  as_of_seq: AsOfSeq,
});
export type SignalDetail = v.InferOutput<typeof SignalDetail>;

const ASSET_MESSAGE = "must be an asset: 1 to 64 letters, digits, spaces or . _ / : # & ! - ( ) [ ]";

/** An asset as people look for one: in any spelling, a part of it, or by what it is called, as `gold`. */
export const SoughtAsset = v.pipe(
  v.string("must be text"),
  pastedCode(),
  v.regex(SOUGHT_ASSET, ASSET_MESSAGE),
);

/** An asset in any spelling, in either case: `EUR/USD`, `eurusd`, `FX:EURUSD`, `EUR/USD (OTC)`, `#AAPL`, `ES1!`, `M&M`. */
export const WrittenAsset = v.pipe(
  v.string("must be text"),
  pastedCode(),
  v.regex(WRITTEN_ASSET, ASSET_MESSAGE),
);

/**
 * The same to be published. Goes on the record in one spelling: `EUR/USD` for a pair of currencies, `BTCUSDT.P` for a perpetual contract,
 * `EURUSD_otc` over the counter. Refused where it leaves open what is meant, for a ratio of two, and above 32 characters.
 */
export const Asset = v.pipe(
  WrittenAsset,
  v.transform((written) => canonicalAsset(written) ?? ""),
  v.nonEmpty(
    `must be one asset of at most ${MAX_ASSET_CHARACTERS} characters, as EUR/USD, or EURUSD_otc over the counter, and no ratio of two`,
  ),
);

/** Whether the duration of a signal is within bounds; instants are milliseconds. */
export function isLifeInBounds(times: { readonly entryAtMs: number; readonly expiresAtMs: number }): boolean {
  const lifeMs = times.expiresAtMs - times.entryAtMs;
  return lifeMs >= MIN_SIGNAL_LIFE_MS && lifeMs <= MAX_SIGNAL_LIFE_MS;
}

const PAYOUT_MESSAGE = `must be at least 0.0001 and at most ${MAX_PAYOUT}`;

/** Gain per unit of stake, 0.85 is 85 %: above 0, at most 1, with at most four decimals. */
export const Payout = v.pipe(
  v.number("must be a number"),
  v.minValue(1 / PAYOUT_STEPS_PER_UNIT, PAYOUT_MESSAGE),
  v.maxValue(MAX_PAYOUT, PAYOUT_MESSAGE),
  v.check((payout) => payout <= MAX_PAYOUT, "is a share of the stake: 85 % is 0.85"),
  v.check((payout) => Number(payout.toFixed(4)) === payout, "must have at most four decimals"),
);

/**
 * What it takes to publish; the server's clock adds when, and whether it is late.
 */
export const NewSignal = v.pipe(
  v.object({
    /** Handle. */
    trader: Handle,
    asset: Asset,
    direction: v.picklist(DIRECTIONS, "must be up or down"),
    /** Once it has passed, the signal is late. */
    entry_at: SentInstant,
    expires_at: SentInstant,
    payout: Payout,
    confidence: v.optional(Confidence),
    /** The price as the trader saw it: shown beside that of the source, and decides nothing. */
    stated_price: v.optional(WrittenPrice),
  }),
  v.forward(
    v.check(
      ({ entry_at, expires_at }) => isLifeInBounds({ entryAtMs: entry_at, expiresAtMs: expires_at }),
      "must be 10 seconds to 366 days later than entry_at",
    ),
    ["expires_at"],
  ),
);
export type NewSignal = v.InferOutput<typeof NewSignal>;
export type NewSignalInput = v.InferInput<typeof NewSignal>;

/** Whether a signal is void because there was no price, which nobody decided. */
export function isUnpriced({ outcome, void_reason }: Pick<Signal, "outcome" | "void_reason">): boolean {
  return outcome === "void" && void_reason === null;
}

/** Ledger entry of the latest event of a signal. */
export function lastSeqOf({ correction, settled_seq, published_seq }: Signal): number {
  return correction?.seq ?? settled_seq ?? published_seq;
}

/** Why a signal was voided or corrected, in words for everyone: 3 to 500 characters. */
export const PublicReason = v.pipe(Line, ...lengthOf(BOUNDS.reason.min, BOUNDS.reason.max));
