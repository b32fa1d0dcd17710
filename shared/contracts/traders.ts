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

/** A trader as people look for one: by the handle, or any part of it or of the name. */
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
 * A signal that has ended, as the rates count it: a void from entry on is `lost`; late wins and signals on OTC assets are `uncounted`.
 */
export const LAST_RESULTS = ["won", "lost", "draw", "void", "uncounted"] as const;
export type LastResult = (typeof LAST_RESULTS)[number];

const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Amounts are in units of the stake; rates are 0 to 1; null where the formula has no value. Counted in the ledger's order. W, L and D are
 * won, lost and draw; n = W + L, S = W + L + D; b is the mean payout of the won signals; z = 1.959964.
 */
export const Statistics = v.object({
  /** won + lost + draw. */
  settled: Count,
  /** Neither late nor on an OTC asset. */
  won: Count,
  /** Includes late signals that lost, signals nobody settled in time and voids from entry on, unless on an OTC asset. */
  lost: Count,
  /** In no rate; of the result, 0. Neither ends nor lengthens a losing streak. */
  draw: Count,
  /** Voided before entry: in no rate. With `void_unpriced`, the number shown beside a rate. */
  void: Count,
  /** Voided from entry on, when the price already moves: among `lost`, or `otc_lost` on an OTC asset. */
  void_lost: v.optional(Count, 0),
  /** Void because there was no price to settle it by: in no other void, in no rate and no result. */
  void_unpriced: v.optional(Count, 0),
  /** Of `settled`, how many followed from prices on the record; null where a backend does not say. */
  by_prices: v.optional(v.nullable(Count), null),
  /** Not yet settled or voided. */
  open: Count,
  /** Signals published after their entry time, or after the price at their entry was made, whatever became of them. */
  late: Count,
  /** Late signals that came true: shown, and counted nowhere else. */
  late_won: Count,
  /**
   * Settled signals on OTC assets, which nobody outside the platform can check: shown, and in no rate and no result. Late ones that
   * came true are in `late_won` instead.
   */
  otc_won: v.optional(Count, 0),
  /** Lost on OTC assets, late ones and voids from entry on too. */
  otc_lost: v.optional(Count, 0),
  /** Drawn on OTC assets. */
  otc_draw: v.optional(Count, 0),
  /** p = W / n; null where n is 0. */
  win_rate: v.nullable(v.number()),
  /** 95 % Wilson interval of the win rate: (p + z²/2n ± z √(p (1 − p)/n + z²/4n²)) / (1 + z²/n); 0 and 1 where W or L is 0. */
  interval: v.nullable(v.object({ low: v.number(), high: v.number() })),
  /** Win rate at which the mean payout of the won signals only just pays for the losses, 1 / (1 + b); null where nothing was won. */
  break_even: v.nullable(v.number()),
  /** Sum of results: the payout of each won signal, −1 for each lost one; exact, in steps of 0.0001. */
  net: v.number(),
  /** Mean result of a settled signal, net / S, draws included. */
  expectancy: v.nullable(v.number()),
  /** Standard error of the expectancy over all S signals, with S − 1; null below two settled signals. */
  expectancy_error: v.nullable(v.number()),
  /** Sum of the payouts of won signals over L; null without a loss, never infinite. */
  profit_factor: v.nullable(v.number()),
  /** b; null without a win and a loss. */
  payoff_ratio: v.nullable(v.number()),
  /** Deepest fall of the cumulative result from its peak, which is at least 0, in the ledger's order; 0 or more. */
  max_drawdown: v.number(),
  /** Net over maximum drawdown; null without a drawdown. */
  recovery_factor: v.nullable(v.number()),
  /** Most losses in a row in the ledger's order. Draws, late wins, OTC signals and voids that are in no rate leave a streak as it is. */
  longest_losing_streak: Count,
  /** What chance alone makes likely, ln(n p) / ln(1 / (1 − p)), at least 1; null without both a win and a loss. */
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
   * What 1 would now be worth, split over nine stakes from 1 to 50 % of what is in hand and bet on each signal when it was published. Only
   * signals decided by prices can raise it. Of all signals, whatever the query asks for.
   */
  evidence: v.number(),
  /** The same, bet against each signal. */
  evidence_below: v.number(),
  verdict: v.picklist(VERDICTS),
  /**
   * The cumulative result in units of the stake, in at most 30 points; empty without a settlement. Of 0 and each `equity` of the trader's
   * own page, which are n values: all if n is at most 30, else those at round(i (n − 1) / 29) for i from 0 to 29, counted from 0.
   */
  curve: v.optional(v.array(v.number()), []),
  /** Of the last signals that have ended, in the order of their publication, the newest last: at most 20. */
  last_results: v.optional(v.array(v.picklist(LAST_RESULTS)), []),
  /**
   * How many of the published signals were witnessed in time: a witness had seen their entries in the log before their entry time.
   * Null where nobody outside has ever seen the log.
   */
  witnessed: v.optional(v.nullable(v.object({ in_time: Count, published: Count })), null),
  /** When the newest signal was published; null without one. Only in a list by activity. */
  last_published_at: v.optional(v.nullable(v.string())),
});
export type Trader = v.InferOutput<typeof Trader>;

/**
 * One stretch of settlements: where the cumulative result stood at its end, and the deepest drawdown within it. A stretch holds
 * one settlement, and twice as many each time there would be more than 120 stretches.
 */
export const EquityPoint = v.object({
  /** Settled signals up to the end of the stretch. */
  settled: Count,
  /** ISO 8601 in UTC: when the last of them was settled, or corrected since. */
  at: v.string(),
  /** Sum of results up to there, in units of the stake. */
  equity: v.number(),
  /** Deepest fall from the peak after an entry of the stretch, in units of the stake. */
  drawdown: v.number(),
});
export type EquityPoint = v.InferOutput<typeof EquityPoint>;

/** Signals of which the trader had stated a probability within ten percent: what was said against what happened. */
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

/** Query of `GET /api/traders/{handle}/`: statistics, equity and calibration of only some signals, as if there were no others. */
export const TraderDetailQuery = v.strictObject({ witnessed: OnlyWitnessed });
export type TraderDetailQuery = v.InferOutput<typeof TraderDetailQuery>;

const Compared = v.object({
  /** How many traders verdicts compare: all that ever published a signal under a price rule, retired or not, and at least 20. */
  m: Count,
  /** Evidence from which a trader is called above who stands so high alone, m / 0.05; the k-th of several, from m / (0.05 k). */
  mark: v.number(),
});

/** Answer of `GET /api/traders/{handle}/`. */
export const TraderDetail = v.object({
  ...Trader.entries,
  /** At most 120 points, oldest first; the last is the present. */
  equity: v.array(EquityPoint),
  /** Lowest bin first; a bin without a decided signal is left out. */
  calibration: v.optional(v.array(CalibrationBin), []),
  /** Display names that the trader had before, the newest first, and until when; null where it was erased. Not in the ledger. */
  former_names: v.optional(v.array(v.object({ name: v.nullable(v.string()), until: v.string() })), []),
  /**
   * At how many moments the signals were published: those on one asset whose times from entry to expiry overlap are one. Counted in the
   * ledger's order: a signal is a new one unless its entry is before the latest expiry of the trader's earlier signals on its asset.
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
 * Columns the ranking can be sorted by. `rank` is the evidence of those called above; below them all, the interval's lower bound of traders
 * with 30 decided signals or more, then that of the others; traders without a decided signal come last. `last_published_at` is activity. Equals are in the order of joining, turned round
 * with the sort.
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

/** Best first; of equals, who joined last. */
export const DEFAULT_TRADER_SORT: TraderSort = "-rank";

/** What it takes to add a trader. */
export const NewTrader = v.object({
  handle: Handle,
  /** Display name, 1 to 80 characters, that nobody could take for another trader's; not part of the ledger. */
  name: v.pipe(Line, ...lengthOf(BOUNDS.label.min, BOUNDS.label.max)),
});
export type NewTrader = v.InferOutput<typeof NewTrader>;

/** Another display name for a trader; null erases it, and the handle stands in its place. */
export const TraderRename = v.object({ name: v.nullable(NewTrader.entries.name) });
export type TraderRename = v.InferOutput<typeof TraderRename>;

/** Answer of `GET /api/summary/`: the whole record as if every signal had been followed, in order of settlement. */
export const Summary = v.object({
  traders: Count,
  /** Of these, no longer publishing. */
  retired_traders: Count,
  /** Every signal ever published. */
  signals: Count,
  statistics: Statistics,
  /** Newest ledger entry; null while the ledger is empty. */
  head: v.nullable(v.object({ seq: Count, at: v.string(), hash: v.string() })),
});
export type Summary = v.InferOutput<typeof Summary>;
