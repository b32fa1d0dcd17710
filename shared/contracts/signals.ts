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

/** Outcomes of a settlement; a void has a call of its own and needs a reason. */
export const SETTLEMENTS = ["won", "lost", "draw"] as const;
export type Settlement = (typeof SETTLEMENTS)[number];

/** Outcomes that can be corrected, and to which outcomes. Only to a worse one: a recorded loss stands. */
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
  /** `at` of the ledger entry that published it. All instants are ISO 8601 in UTC. */
  published_at: v.string(),
  /** If it is before `published_at`, the signal is late; if equal, it is in time. */
  entry_at: v.string(),
  /** From this instant on it can be settled. */
  expires_at: v.string(),
  /**
   * Deadline: 24 hours after `expires_at`; if still open then, the signal counts as lost. With a `price_rule`, 7 days after
   * `expires_at`; if still open then, it is void because there was no price.
   */
  settle_by: v.string(),
  /** Gain per unit of stake of a signal that wins, as agreed when it was published: 0.85 is 85 %. */
  payout: v.number(),
  /** Always 1. */
  stake: v.number(),
  /** The trader's own probability, in whole percent, that the signal wins; null if none was stated. */
  confidence: v.optional(v.nullable(v.number()), null),
  /** By the newest ledger entry on the signal. */
  outcome: v.picklist(OUTCOMES),
  /**
   * True if it was published after its entry time, or if prices settled it and one source's quote at entry is not later than
   * `published_at`. A late signal never counts as a win; a lost one counts as a loss (on an OTC asset, separately).
   */
  is_late: v.boolean(),
  /** True for an asset whose price the platform itself makes (over the counter): counted separately, in no rate and no result. */
  is_otc: v.optional(v.boolean(), false),
  /** `at` of the entry that settled or voided it; null while open. A correction does not change it. */
  settled_at: v.nullable(v.string()),
  /** Why staff voided the signal; null if it is not void, or void because there was no price. */
  void_reason: v.nullable(v.string()),
  /** True if it was voided at its entry time or later, when the price already moves: then it counts as lost. */
  counts_as_lost: v.optional(v.boolean(), false),
  /**
   * The newest correction of the outcome, if any: the outcome before it, its time, reason and ledger entry. `settled_at` and
   * `settled_seq` stay those of the settlement.
   */
  correction: v.optional(
    v.nullable(
      v.object({
        /** The outcome before the correction. */
        from: v.picklist(CORRECTABLE),
        at: v.string(),
        /** Public reason. */
        reason: v.string(),
        /** Ledger entry that records it. */
        seq: v.number(),
      }),
    ),
    null,
  ),
  /**
   * When a witness first saw the log with the entry that published it: `first_witnessed_at` of the smallest size in
   * `GET /api/log/checkpoints/` that contains it. If it is before `entry_at`, the signal was witnessed in time. Null until then.
   */
  witnessed_at: v.optional(v.nullable(v.string()), null),
  /** How prices decide it; null if no source was configured for the asset when it was published. */
  price_rule: v.optional(v.nullable(PriceRule), null),
  /** The price as stated by the trader; it decides nothing. Null if none was stated. */
  stated_price: v.optional(v.nullable(Price), null),
  /**
   * How it ended: by `prices` on the record, by `hand` (also a void with a reason), or by its `deadline`. Null while open, and if a backend
   * does not say. A void because there was no price ended by `prices` that show a gap, or by `deadline`.
   */
  settled_by: v.optional(v.nullable(v.picklist(SETTLED_BY)), null),
  /** The prices of each source, in the order of `price_rule`, if they settled the signal. */
  prices: v.optional(v.nullable(v.array(SourcePrices)), null),
  /** Evidence of the staff member who settled it by hand. */
  evidence: v.optional(v.nullable(Evidence), null),
  /** Why it is still open although it has expired and prices decide it; otherwise null. In no ledger entry. */
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
  /** Live news with a higher `seq` is newer than the page. */
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

/** An asset as people search for it: in any spelling, a part of it, or its name, such as `gold`. */
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
 * An asset to publish on, in any spelling. It is recorded in one spelling: `EUR/USD` for a pair of currencies, `BTCUSDT.P` for a
 * perpetual contract, `EURUSD_otc` over the counter. Refused if it is ambiguous, a ratio of two assets, or above 32 characters.
 */
export const Asset = v.pipe(
  WrittenAsset,
  v.transform((written) => canonicalAsset(written) ?? ""),
  v.nonEmpty(
    `must be one asset of at most ${MAX_ASSET_CHARACTERS} characters, such as EUR/USD, or EURUSD_otc over the counter, not a ratio`,
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
  v.check((payout) => payout <= MAX_PAYOUT, "must be a share of the stake: 85 % is 0.85"),
  v.check((payout) => Number(payout.toFixed(4)) === payout, "must have at most four decimals"),
);

/**
 * A signal to publish. The server's clock determines when it is published, and whether it is late.
 */
export const NewSignal = v.pipe(
  v.object({
    /** Handle. */
    trader: Handle,
    asset: Asset,
    direction: v.picklist(DIRECTIONS, "must be up or down"),
    /** If it has passed, the signal is late. */
    entry_at: SentInstant,
    expires_at: SentInstant,
    payout: Payout,
    confidence: v.optional(Confidence),
    /** The price as the trader saw it: shown beside the source's, but decides nothing. */
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

/** Whether a signal is void because there was no price, not by a decision of staff. */
export function isUnpriced({ outcome, void_reason }: Pick<Signal, "outcome" | "void_reason">): boolean {
  return outcome === "void" && void_reason === null;
}

/** Whether a witness had seen the log with a signal before the signal's entry time. */
export function isWitnessedInTime({
  witnessed_at,
  entry_at,
}: Pick<Signal, "witnessed_at" | "entry_at">): boolean {
  return witnessed_at !== null && Date.parse(witnessed_at) < Date.parse(entry_at);
}

/** Ledger entry of the latest event of a signal. */
export function lastSeqOf({ correction, settled_seq, published_seq }: Signal): number {
  return correction?.seq ?? settled_seq ?? published_seq;
}

/** Public reason for a void or a correction: 3 to 500 characters. */
export const PublicReason = v.pipe(Line, ...lengthOf(BOUNDS.reason.min, BOUNDS.reason.max));
