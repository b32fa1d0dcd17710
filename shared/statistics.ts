/**
 * Every figure the product shows, in one pass and with memory that does not grow: a tally is folded over the ledger in
 * order of settlement, and `statisticsOf` reads it. Source: design section 7; formulas and vectors: features 1.3.
 *
 * Lateness can cost and never earn: a late signal that lost counts as lost, one that came true is shown in `late_won`
 * and counts nowhere else. What nobody settled by its deadline arrives here as `lost`. Draws and voids are in no rate.
 * What is settled on an OTC asset is counted apart, late losses too, and is in no rate and no result.
 */
import {
  type CorrectableOutcome,
  type CorrectedOutcome,
  PAYOUT_STEPS_PER_UNIT,
  type Settlement,
} from "./contracts/signals.ts";
import type { Sample, Statistics, Verdict } from "./contracts/traders.ts";

/** Two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959964;

/** Wins and losses from which on a sample is not too few to say anything. */
export const LEAST_DECIDED = 30;

/**
 * What is kept of a sequence of events. Money is in whole ten-thousandths of the stake, so that sums are exact and the
 * tally kept in storage equals the one folded from the ledger. The keys are also its columns in storage.
 */
export const EMPTY_TALLY = {
  open: 0,
  won: 0,
  lost: 0,
  draw: 0,
  void: 0,
  late: 0,
  late_won: 0,
  otc_won: 0,
  otc_lost: 0,
  otc_draw: 0,
  /** Sum of the payouts of won and lost signals. */
  payouts: 0,
  /** Sum of what won signals gained. */
  gains: 0,
  /** Sum of the squares of the gains. */
  squared_gains: 0,
  net: 0,
  /** Highest net so far, at least 0. */
  peak: 0,
  max_drawdown: 0,
  /** Losses since the last win; a draw neither ends nor lengthens it. */
  losing_streak: 0,
  longest_losing_streak: 0,
} as const satisfies Record<string, number>;

export type Tally = { readonly [Key in keyof typeof EMPTY_TALLY]: number };

/** One signal's part in the statistics. */
export interface Counted {
  /** Gain per unit of stake, at most four decimals. */
  readonly payout: number;
  readonly isLate: boolean;
  /** On an asset whose price the platform makes itself. */
  readonly isOtc: boolean;
}

/** What a correction puts in the place of what. */
export interface Correction {
  readonly from: CorrectableOutcome;
  readonly to: CorrectedOutcome;
}

/** The tally after a signal was published. */
export function addPublished(tally: Tally, { isLate }: Pick<Counted, "isLate">): Tally {
  return { ...tally, open: tally.open + 1, late: tally.late + (isLate ? 1 : 0) };
}

/** The tally after an open signal was settled or voided; the order of calls is the order of settlement. */
export function addOutcome(tally: Tally, outcome: Settlement | "void", signal: Counted): Tally {
  const closed = { ...tally, open: tally.open - 1 };
  return outcome === "void" ? { ...closed, void: tally.void + 1 } : addSettled(closed, outcome, signal);
}

function addSettled(tally: Tally, outcome: Settlement, signal: Counted): Tally {
  const apart = countedApart(outcome, signal);
  if (apart) return { ...tally, [apart]: tally[apart] + 1 };
  if (outcome === "draw") return { ...tally, draw: tally.draw + 1 };
  const payout = toSteps(signal.payout);
  return outcome === "lost" ? addLoss(tally, payout) : addWin(tally, payout);
}

/** The figure that alone counts a signal which is in no rate and no result; null for every other. */
function countedApart(outcome: Settlement, { isLate, isOtc }: Pick<Counted, "isLate" | "isOtc">) {
  if (outcome === "won" && isLate) return "late_won";
  return isOtc ? (`otc_${outcome}` as const) : null;
}

/**
 * The tally after a settlement was corrected to a worse outcome. What it had earned is taken back; a peak that it had reached
 * stays, and a loss lengthens the streak of now, as if it had come now: the order of calls is that of the ledger.
 */
export function addCorrection(tally: Tally, { from, to }: Correction, signal: Counted): Tally {
  const after = addSettled(takeBack(tally, from, signal), to, signal);
  return { ...after, max_drawdown: Math.max(after.max_drawdown, after.peak - after.net) };
}

/** True if the outcome moves the settled count and so belongs on the equity curve. */
export function isSettledOutcome(
  outcome: Settlement | "void",
  signal: Pick<Counted, "isLate" | "isOtc">,
): boolean {
  return outcome !== "void" && countedApart(outcome, signal) === null;
}

/** won + lost + draw. */
export function settledCount({ won, lost, draw }: Tally): number {
  return won + lost + draw;
}

/** Every signal the tally has seen. */
export function publishedCount(tally: Tally): number {
  const { open, late_won, otc_won, otc_lost, otc_draw } = tally;
  return settledCount(tally) + tally.void + open + late_won + otc_won + otc_lost + otc_draw;
}

/** Cumulative result and the present fall from its peak, in units of the stake. */
export function equityOf({ net, peak }: Tally): { equity: number; drawdown: number } {
  return { equity: toUnits(net), drawdown: toUnits(peak - net) };
}

/** What lists of traders are sorted by beside the tally itself; -1 where there is none, below every real value. */
export function sortFiguresOf(tally: Tally): { settled: number; win_rate: number; rank_low: number } {
  const decided = tally.won + tally.lost;
  return {
    settled: settledCount(tally),
    win_rate: ratio(tally.won, decided) ?? -1,
    rank_low: wilsonInterval(tally.won, decided)?.low ?? -1,
  };
}

/** All statistics of a tally; null wherever a formula has no value. */
export function statisticsOf(tally: Tally): Statistics {
  const { won, lost, draw } = tally;
  const decided = won + lost;
  const settled = settledCount(tally);
  const interval = wilsonInterval(won, decided);
  const breakEvenRate = decided === 0 ? null : breakEven(toUnits(tally.payouts) / decided);
  const net = toUnits(tally.net);
  const maxDrawdown = toUnits(tally.max_drawdown);
  return {
    settled,
    won,
    lost,
    draw,
    void: tally.void,
    open: tally.open,
    late: tally.late,
    late_won: tally.late_won,
    otc_won: tally.otc_won,
    otc_lost: tally.otc_lost,
    otc_draw: tally.otc_draw,
    win_rate: ratio(won, decided),
    interval,
    break_even: breakEvenRate,
    verdict: verdictOf(interval, breakEvenRate),
    net,
    expectancy: ratio(net, settled),
    expectancy_error: standardError(tally),
    profit_factor: ratio(toUnits(tally.gains), lost),
    payoff_ratio: won === 0 || lost === 0 ? null : toUnits(tally.gains) / won,
    max_drawdown: maxDrawdown,
    recovery_factor: ratio(net, maxDrawdown),
    longest_losing_streak: tally.longest_losing_streak,
    expected_losing_streak: decided === 0 ? null : expectedLosingStreak(decided, won / decided),
    sample: sampleOf(decided),
  };
}

/**
 * 95 % Wilson score interval of `won` in `decided`, within 0 to 1; null without a decided signal. It takes the signals
 * to be independent of each other.
 */
export function wilsonInterval(won: number, decided: number): { low: number; high: number } | null {
  if (decided === 0) return null;
  const rate = won / decided;
  const z2n = (Z_95 * Z_95) / decided;
  const centre = rate + z2n / 2;
  const half = Z_95 * Math.sqrt((rate * (1 - rate) + z2n / 4) / decided);
  return {
    low: won === 0 ? 0 : (centre - half) / (1 + z2n),
    high: won === decided ? 1 : (centre + half) / (1 + z2n),
  };
}

/** Win rate that only just pays for the losses at a payout. */
export function breakEven(payout: number): number {
  return 1 / (1 + payout);
}

/**
 * Losing streak that chance alone makes likely in `decided` signals, `ln(n p) / ln(1/q)`; at least 1; null at rates of 0
 * and 1, where the formula has no value.
 */
export function expectedLosingStreak(decided: number, winRate: number): number | null {
  if (winRate <= 0 || winRate >= 1) return null;
  return Math.max(1, Math.log(decided * winRate) / -Math.log(1 - winRate));
}

/** Sample size in words, by won + lost. */
export function sampleOf(decided: number): Sample {
  if (decided === 0) return "none";
  if (decided < LEAST_DECIDED) return "too_few";
  if (decided < 100) return "weak";
  return decided < 500 ? "fair" : "good";
}

function addWin(tally: Tally, gain: number): Tally {
  const net = tally.net + gain;
  return {
    ...tally,
    won: tally.won + 1,
    payouts: tally.payouts + gain,
    gains: tally.gains + gain,
    squared_gains: tally.squared_gains + gain * gain,
    net,
    peak: Math.max(tally.peak, net),
    losing_streak: 0,
  };
}

/** Undoes what `addSettled` added up; what it had reached, a peak or a streak, stays. */
function takeBack(tally: Tally, outcome: CorrectableOutcome, signal: Counted): Tally {
  const apart = countedApart(outcome, signal);
  if (apart) return { ...tally, [apart]: tally[apart] - 1 };
  if (outcome === "draw") return { ...tally, draw: tally.draw - 1 };
  const gain = toSteps(signal.payout);
  return {
    ...tally,
    won: tally.won - 1,
    payouts: tally.payouts - gain,
    gains: tally.gains - gain,
    squared_gains: tally.squared_gains - gain * gain,
    net: tally.net - gain,
  };
}

function addLoss(tally: Tally, payout: number): Tally {
  const net = tally.net - PAYOUT_STEPS_PER_UNIT;
  const losingStreak = tally.losing_streak + 1;
  return {
    ...tally,
    lost: tally.lost + 1,
    payouts: tally.payouts + payout,
    net,
    max_drawdown: Math.max(tally.max_drawdown, tally.peak - net),
    losing_streak: losingStreak,
    longest_losing_streak: Math.max(tally.longest_losing_streak, losingStreak),
  };
}

function standardError(tally: Tally): number | null {
  const n = settledCount(tally);
  if (n < 2) return null;
  const mean = toUnits(tally.net) / n;
  const sumOfSquares = tally.squared_gains / PAYOUT_STEPS_PER_UNIT ** 2 + tally.lost;
  return Math.sqrt(Math.max(0, sumOfSquares - n * mean * mean) / (n - 1) / n);
}

function verdictOf(interval: { low: number; high: number } | null, breakEvenRate: number | null): Verdict {
  if (interval === null || breakEvenRate === null) return "none";
  if (interval.low > breakEvenRate) return "above";
  return interval.high < breakEvenRate ? "below" : "not_distinguishable";
}

function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}

function toSteps(units: number): number {
  return Math.round(units * PAYOUT_STEPS_PER_UNIT);
}

function toUnits(steps: number): number {
  return steps / PAYOUT_STEPS_PER_UNIT;
}
