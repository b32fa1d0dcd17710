/**
 * The stored counts of a record, computed in one pass over the ledger in its order, with constant memory.
 *
 * A late signal can lose but never win: a late loss counts as lost; a late win is shown in `late_won` and counts nowhere else. A
 * signal is late if its entry time had passed when it was published, or if the price at its entry had been made by then, which is
 * known only once prices settle it. A signal that nobody settled by its deadline is passed in as `lost`. Draws, voids before entry and
 * voids without a price are in no rate; from entry on, when the price already moves, a void by hand counts as lost. Signals on OTC
 * assets, including late losses, are counted separately, and are in no rate and no result.
 */
import type { CorrectableOutcome, CorrectedOutcome, Settlement } from "#shared/contracts/signals.ts";
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";

/**
 * The stored counts of a sequence of events. Money is in whole ten-thousandths of the stake, so that sums are exact and the
 * tally in storage equals the one computed from the ledger. The keys are also its columns in storage.
 */
export const EMPTY_TALLY = {
  open: 0,
  won: 0,
  lost: 0,
  draw: 0,
  /** Voided before entry. */
  void: 0,
  /** Voided from entry on; also included in `lost`. */
  void_lost: 0,
  /** Void because there was no price; in no other void count. */
  void_unpriced: 0,
  /** Settled by prices, among won, lost and draw. */
  by_prices: 0,
  late: 0,
  late_won: 0,
  otc_won: 0,
  otc_lost: 0,
  otc_draw: 0,
  /** Sum of the gains of won signals. */
  gains: 0,
  /** Sum of the squares of the gains. */
  squared_gains: 0,
  net: 0,
  /** Highest net so far, at least 0. */
  peak: 0,
  max_drawdown: 0,
  /** Losses since the last win; a draw neither ends nor extends it. */
  losing_streak: 0,
  longest_losing_streak: 0,
} as const satisfies Record<string, number>;

export type Tally = { readonly [Key in keyof typeof EMPTY_TALLY]: number };

/** One signal's part in the statistics. */
export interface Counted {
  /** Gain per unit of stake, at most four decimals. */
  readonly payout: number;
  /** Late by its time of publication. */
  readonly isLate: boolean;
  /** On an asset whose price the platform makes itself. */
  readonly isOtc: boolean;
}

/**
 * How an open signal ends, for the statistics: `void_lost` is a void that counts as lost, `void_unpriced` a void because there was no
 * price.
 */
export type CountedOutcome = Settlement | "void" | "void_lost" | "void_unpriced";

/** How the ending of an open signal is counted. */
export interface CountedEnding {
  readonly outcome: CountedOutcome;
  /** True if prices on the record decided it. */
  readonly isByPrices: boolean;
  /** True if it was not late by its publication but is by its prices. */
  readonly becameLate: boolean;
}

/** The outcome of a correction and the one it replaces. */
export interface Correction {
  readonly from: CorrectableOutcome;
  readonly to: CorrectedOutcome;
}

/** The tally after a signal was published. */
export function addPublished(tally: Tally, { isLate }: Pick<Counted, "isLate">): Tally {
  return { ...tally, open: tally.open + 1, late: tally.late + (isLate ? 1 : 0) };
}

/** The tally after an open signal was settled or voided; the order of calls is the order of settlement. */
export function addOutcome(
  tally: Tally,
  { outcome, isByPrices, becameLate }: CountedEnding,
  published: Counted,
): Tally {
  const signal = { ...published, isLate: published.isLate || becameLate };
  const closed = { ...tally, open: tally.open - 1, late: tally.late + (becameLate ? 1 : 0) };
  switch (outcome) {
    case "void":
    case "void_unpriced":
      return { ...closed, [outcome]: tally[outcome] + 1 };
    case "void_lost":
      return addSettled({ ...closed, void_lost: tally.void_lost + 1 }, "lost", signal);
    case "won":
    case "lost":
    case "draw": {
      const isCounted = isByPrices && countedApart(outcome, signal) === null;
      return addSettled({ ...closed, by_prices: tally.by_prices + (isCounted ? 1 : 0) }, outcome, signal);
    }
  }
}

function addSettled(tally: Tally, outcome: Settlement, signal: Counted): Tally {
  const apart = countedApart(outcome, signal);
  if (apart) return { ...tally, [apart]: tally[apart] + 1 };
  if (outcome === "draw") return { ...tally, draw: tally.draw + 1 };
  return outcome === "lost" ? addLoss(tally) : addWin(tally, toSteps(signal.payout));
}

/** The amount that a signal adds to the result, in units of the stake; null if it is in no result. */
export function resultOf(outcome: CountedOutcome, signal: Counted): number | null {
  if (outcome === "void" || outcome === "void_unpriced") return null;
  const settled = outcome === "void_lost" ? "lost" : outcome;
  if (countedApart(settled, signal) !== null) return null;
  return { won: signal.payout, lost: -1, draw: 0 }[settled];
}

/** The only count of a signal that is in no rate and no result; null for all other signals. */
function countedApart(outcome: Settlement, { isLate, isOtc }: Pick<Counted, "isLate" | "isOtc">) {
  if (outcome === "won" && isLate) return "late_won";
  return isOtc ? (`otc_${outcome}` as const) : null;
}

/**
 * The tally after a settlement was corrected to a worse outcome. Its earlier gain is subtracted; a peak reached with it stays, and a
 * loss extends the current streak as if it happened now: the order of calls is the order of the ledger.
 */
export function addCorrection(tally: Tally, { from, to }: Correction, signal: Counted): Tally {
  const after = addSettled(takeBack(tally, from, signal), to, signal);
  return { ...after, max_drawdown: Math.max(after.max_drawdown, after.peak - after.net) };
}

/** True if the outcome changes the settled count and so belongs on the equity curve. */
export function isSettledOutcome(
  outcome: CountedOutcome,
  signal: Pick<Counted, "isLate" | "isOtc">,
): boolean {
  if (outcome === "void" || outcome === "void_unpriced") return false;
  return countedApart(outcome === "void_lost" ? "lost" : outcome, signal) === null;
}

/** won + lost + draw. */
export function settledCount({ won, lost, draw }: Pick<Tally, "won" | "lost" | "draw">): number {
  return won + lost + draw;
}

/** Void signals that are in no rate: voided before entry, or without a price. Signals voided from entry on count as lost. */
export function voidCount(tally: Pick<Tally, "void" | "void_unpriced">): number {
  return tally.void + tally.void_unpriced;
}

type Published =
  | "won"
  | "lost"
  | "draw"
  | "void"
  | "void_unpriced"
  | "open"
  | "late_won"
  | "otc_won"
  | "otc_lost"
  | "otc_draw";

/** Number of published signals in the tally. */
export function publishedCount(tally: Pick<Tally, Published>): number {
  const { open, late_won, otc_won, otc_lost, otc_draw } = tally;
  return settledCount(tally) + voidCount(tally) + open + late_won + otc_won + otc_lost + otc_draw;
}

/** Cumulative result and the current fall from its peak, in units of the stake. */
export function equityOf({ net, peak }: Tally): { equity: number; drawdown: number } {
  return { equity: toUnits(net), drawdown: toUnits(peak - net) };
}

/** An amount of a tally in units of the stake. */
export function toUnits(steps: number): number {
  return steps / PAYOUT_STEPS_PER_UNIT;
}

function addWin(tally: Tally, gain: number): Tally {
  const net = tally.net + gain;
  return {
    ...tally,
    won: tally.won + 1,
    gains: tally.gains + gain,
    squared_gains: tally.squared_gains + gain * gain,
    net,
    peak: Math.max(tally.peak, net),
    losing_streak: 0,
  };
}

/** Subtracts what `addSettled` added; a peak or a streak reached with it stays. */
function takeBack(tally: Tally, outcome: CorrectableOutcome, signal: Counted): Tally {
  const apart = countedApart(outcome, signal);
  if (apart) return { ...tally, [apart]: tally[apart] - 1 };
  if (outcome === "draw") return { ...tally, draw: tally.draw - 1 };
  const gain = toSteps(signal.payout);
  return {
    ...tally,
    won: tally.won - 1,
    gains: tally.gains - gain,
    squared_gains: tally.squared_gains - gain * gain,
    net: tally.net - gain,
  };
}

function addLoss(tally: Tally): Tally {
  const net = tally.net - PAYOUT_STEPS_PER_UNIT;
  const losingStreak = tally.losing_streak + 1;
  return {
    ...tally,
    lost: tally.lost + 1,
    net,
    max_drawdown: Math.max(tally.max_drawdown, tally.peak - net),
    losing_streak: losingStreak,
    longest_losing_streak: Math.max(tally.longest_losing_streak, losingStreak),
  };
}

function toSteps(units: number): number {
  return Math.round(units * PAYOUT_STEPS_PER_UNIT);
}
