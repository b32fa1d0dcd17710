/** Traders and their statistics as transmitted. */
import * as v from "valibot";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { OnlyWitnessed } from "./log.ts";
import { lengthOf, Line, pastedCode } from "./text.ts";
import { AsOfSeq, NextCursor } from "./paging.ts";

/** Public name in addresses and in the ledger: 2 to 32 of a-z, 0-9 and inner hyphens. */
export const Handle = v.pipe(
  v.string("must be text"),
  pastedCode(),
  v.regex(/^[a-z0-9][a-z0-9-]{0,30}[a-z0-9]$/, "must be a handle: 2 to 32 of a-z, 0-9 and inner hyphens"),
);

/** A trader as people search for one: any part of the handle or name. */
export const WrittenTrader = v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max));

/**
 * By e-BH over the evidence of all traders, at 5 %: `above` or `below` the break-even rate, or `not_shown`. The guide has the rule.
 */
export const VERDICTS = ["above", "below", "not_shown"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Sample size in words, by won + lost: 0 `none`, under 30 `too_few`, under 100 `weak`, under 500 `fair`, else `good`. */
export const SAMPLES = ["none", "too_few", "weak", "fair", "good"] as const;
export type Sample = (typeof SAMPLES)[number];

/**
 * A signal that has ended, as it counts in the rates: a void from entry on is `lost`; late wins and signals on OTC assets are
 * `uncounted`.
 */
export const LAST_RESULTS = ["won", "lost", "draw", "void", "uncounted"] as const;
export type LastResult = (typeof LAST_RESULTS)[number];

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Amounts are in units of the stake; rates are 0 to 1; null if the formula has no value. Counted in the ledger's order. W, L and D are
 * won, lost and draw; n = W + L, S = W + L + D; b is the mean payout of the won signals; z = 1.959964.
 */
export const Statistics = v.object({
  /** won + lost + draw. */
  settled: Count,
  /** Neither late nor on an OTC asset. */
  won: Count,
  /** Includes late signals that lost, signals not settled in time and voids from entry on, but no signals on OTC assets. */
  lost: Count,
  /** In no rate; adds 0 to the result. Neither ends nor extends a losing streak. */
  draw: Count,
  /** Voided before entry: in no rate. The number shown beside a rate is this plus `void_unpriced`. */
  void: Count,
  /** Voided from entry on, when the price already moves: included in `lost`, or in `otc_lost` for an OTC asset. */
  void_lost: v.optional(Count, 0),
  /** Void because there was no price: in no other count of voids, in no rate and no result. */
  void_unpriced: v.optional(Count, 0),
  /** How many of `settled` were settled by prices on the record; null if a backend does not say. */
  by_prices: v.optional(v.nullable(Count), null),
  /** Not yet settled or voided. */
  open: Count,
  /** Signals published after their entry time, or after the price at their entry was made, with any outcome. */
  late: Count,
  /** Late signals that would have won: shown, and counted nowhere else. */
  late_won: Count,
  /**
   * Won on OTC assets, whose prices nobody outside the platform can check: shown, but in no rate and no result. Late ones are in
   * `late_won` instead.
   */
  otc_won: v.optional(Count, 0),
  /** Lost on OTC assets, including late ones and voids from entry on. */
  otc_lost: v.optional(Count, 0),
  /** Drawn on OTC assets. */
  otc_draw: v.optional(Count, 0),
  /** p = W / n; null if n is 0. */
  win_rate: v.nullable(v.number()),
  /** 95 % Wilson interval of the win rate: (p + z²/2n ± z √(p (1 − p)/n + z²/4n²)) / (1 + z²/n); 0 or 1 if W or L is 0. */
  interval: v.nullable(v.object({ low: v.number(), high: v.number() })),
  /** Win rate at which the mean payout of the won signals just covers the losses, 1 / (1 + b); null without a win. */
  break_even: v.nullable(v.number()),
  /** Sum of results: the payout of each won signal, −1 for each lost one; exact, in steps of 0.0001. */
  net: v.number(),
  /** Mean result of a settled signal, net / S, draws included. */
  expectancy: v.nullable(v.number()),
  /** Standard error of the expectancy over all S signals, with S − 1; null with fewer than two settled signals. */
  expectancy_error: v.nullable(v.number()),
  /** Sum of the payouts of won signals over L; null without a loss, never infinite. */
  profit_factor: v.nullable(v.number()),
  /** b; null without a win and a loss. */
  payoff_ratio: v.nullable(v.number()),
  /** Largest fall of the cumulative result from its peak, which is at least 0, in the ledger's order; 0 or more. */
  max_drawdown: v.number(),
  /** Net over maximum drawdown; null without a drawdown. */
  recovery_factor: v.nullable(v.number()),
  /** Most losses in a row in the ledger's order. Draws, late wins, OTC signals and voids that are in no rate do not change a streak. */
  longest_losing_streak: Count,
  /** Longest losing streak that is likely by chance, ln(n p) / ln(1 / (1 − p)), at least 1; null without both a win and a loss. */
  expected_losing_streak: v.nullable(v.number()),
  /** By n: 0 `none`, under 30 `too_few`, under 100 `weak`, under 500 `fair`, else `good`. */
  sample: v.picklist(SAMPLES),
});
export type Statistics = v.InferOutput<typeof Statistics>;

export const Trader = v.object({
  handle: v.string(),
  name: v.string(),
  /** ISO 8601 in UTC. */
  joined_at: v.string(),
  /** ISO 8601 in UTC; null while the trader publishes. Retired traders stay listed. */
  retired_at: v.nullable(v.string()),
  statistics: Statistics,
  /**
   * The present worth of 1, split over nine accounts that bet from 1 to 50 % of their balance on each signal when it was published. Only
   * signals decided by prices can raise it. It covers all signals, whatever the query.
   */
  evidence: v.number(),
  /** The same for bets against each signal. */
  evidence_below: v.number(),
  verdict: v.picklist(VERDICTS),
  /**
   * The cumulative result in units of the stake, in at most 30 points; empty without a settlement. From the n values 0 and each `equity` of
   * the trader's own page: all if n is at most 30, otherwise those at round(i (n − 1) / 29) for i from 0 to 29, counted from 0.
   */
  curve: v.optional(v.array(v.number()), []),
  /** Results of the last signals that have ended, in the order of publication, the newest last; at most 20. */
  last_results: v.optional(v.array(v.picklist(LAST_RESULTS)), []),
  /**
   * How many of the published signals were witnessed in time: a witness had seen them in the log before their entry time. Null if no
   * witness has ever seen the log.
   */
  witnessed: v.optional(v.nullable(v.object({ in_time: Count, published: Count })), null),
  /** When the newest signal was published; null without one. Only in a list sorted by activity. */
  last_published_at: v.optional(v.nullable(v.string())),
});
export type Trader = v.InferOutput<typeof Trader>;

/**
 * One stretch of settlements: the cumulative result at its end, and the largest drawdown within it. A stretch has one settlement; the
 * number doubles each time there would be more than 120 stretches.
 */
export const EquityPoint = v.object({
  /** Settled signals up to the end of the stretch. */
  settled: Count,
  /** ISO 8601 in UTC: when the last of them was settled, or corrected since. */
  at: v.string(),
  /** Sum of results up to the end of the stretch, in units of the stake. */
  equity: v.number(),
  /** Largest fall from the peak after an entry of the stretch, in units of the stake. */
  drawdown: v.number(),
});
export type EquityPoint = v.InferOutput<typeof EquityPoint>;

/** Signals whose stated probability lies in one range of ten percent: compares stated probability and outcome. */
export const CalibrationBin = v.object({
  /** Lowest and highest stated probability of the bin, in whole percent. */
  from: Count,
  to: Count,
  /** Won and lost. Draws, voids that are in no rate, late signals and OTC signals are in no bin. */
  decided: Count,
  won: Count,
  /** Mean of the stated probabilities, 0 to 1. */
  said: v.number(),
  /** Share that won, 0 to 1. */
  rate: v.number(),
  /** 95 % Wilson interval of the rate. */
  interval: v.object({ low: v.number(), high: v.number() }),
});
export type CalibrationBin = v.InferOutput<typeof CalibrationBin>;

/** Query of `GET /api/traders/{handle}/`: statistics, equity and calibration of only these signals, as if there were no others. */
export const TraderDetailQuery = v.strictObject({ witnessed: OnlyWitnessed });
export type TraderDetailQuery = v.InferOutput<typeof TraderDetailQuery>;

const Compared = v.object({
  /** Number of traders that verdicts compare: all who ever published a signal with a price rule, retired or not; at least 20. */
  m: Count,
  /** Evidence from which the only trader with so much has the verdict `above`, m / 0.05; for the k-th of several, m / (0.05 k). */
  mark: v.number(),
});

/** Answer of `GET /api/traders/{handle}/`. */
export const TraderDetail = v.object({
  ...Trader.entries,
  /** At most 120 points, oldest first; the last is the present. */
  equity: v.array(EquityPoint),
  /** Lowest bin first; bins without a decided signal are omitted. */
  calibration: v.optional(v.array(CalibrationBin), []),
  /** Former display names, newest first, and until when they were used; null if erased. Not in the ledger. */
  former_names: v.optional(v.array(v.object({ name: v.nullable(v.string()), until: v.string() })), []),
  /**
   * Number of moments at which the signals were published: signals on one asset whose times from entry to expiry overlap are one moment.
   * Counted in the ledger's order: a signal is a new moment unless its entry is before the latest expiry of the trader's earlier signals
   * on its asset.
   */
  moments: Count,
  ...Compared.entries,
  as_of_seq: AsOfSeq,
});
export type TraderDetail = v.InferOutput<typeof TraderDetail>;

/** Answer of `GET /api/traders/`. */
export const TraderPage = v.object({
  results: v.array(Trader),
  next: NextCursor,
  ...Compared.entries,
  as_of_seq: AsOfSeq,
});
export type TraderPage = v.InferOutput<typeof TraderPage>;

/**
 * Sort keys of the ranking. `rank` puts traders with the verdict `above` first, by evidence; then traders with 30 decided signals or
 * more, by the lower bound of the interval; then the others with a decided signal, in the same way; then the rest. `last_published_at` is
 * activity. Equal traders are in the order of joining, reversed with the sort.
 */
export const TRADER_SORT_KEYS = [
  "rank",
  "handle",
  "joined_at",
  "last_published_at",
  "settled",
  "win_rate",
  "net",
  "max_drawdown",
] as const;
export type TraderSortKey = (typeof TRADER_SORT_KEYS)[number];

/** A sort key ascending, or with `-` descending, as Django REST writes an ordering. */
export type TraderSort = TraderSortKey | `-${TraderSortKey}`;
export const TRADER_SORTS: readonly TraderSort[] = TRADER_SORT_KEYS.flatMap((key): TraderSort[] => [
  key,
  `-${key}`,
]);

/** Best first; of equal traders, the one who joined last. */
export const DEFAULT_TRADER_SORT: TraderSort = "-rank";

/** A trader to add. */
export const NewTrader = v.object({
  handle: Handle,
  /** Display name, 1 to 80 characters, that cannot be mistaken for another trader's; not part of the ledger. */
  name: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
});
export type NewTrader = v.InferOutput<typeof NewTrader>;

/** A new display name for a trader; null erases it, and the handle is shown instead. */
export const TraderRename = v.object({ name: v.nullable(NewTrader.entries.name) });
export type TraderRename = v.InferOutput<typeof TraderRename>;

/** Answer of `GET /api/summary/`: the whole record as if every signal had been followed, in order of settlement. */
export const Summary = v.object({
  traders: Count,
  /** Traders among them who no longer publish. */
  retired_traders: Count,
  /** Every signal ever published. */
  signals: Count,
  statistics: Statistics,
  /** Newest ledger entry; null while the ledger is empty. */
  head: v.nullable(v.object({ seq: Count, at: v.string(), hash: v.string() })),
});
export type Summary = v.InferOutput<typeof Summary>;
