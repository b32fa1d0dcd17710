/** Every figure that the product shows, computed from a tally. */
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import type { Sample, Statistics } from "#shared/contracts/traders.ts";
import { LEAST_DECIDED, SAMPLE_STARTS } from "#shared/limits/sample-sizes.ts";
import { settledCount, type Tally, toUnits } from "./tally.ts";

/** Two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959964;

/** Figures of a trader stored beside the tally, to sort lists. */
export interface SortFigures {
  readonly settled: number;
  /** -1 if there is none: below every real value. */
  readonly win_rate: number;
  /**
   * Sort value of traders without the verdict `above`, higher is better. From `LEAST_DECIDED` decided signals on, the interval's lower
   * end, 0 to 1. With fewer, (lower end - 1) / 2, from -0.5 to below 0, so that every long record comes before every short one. Without
   * any, -1.
   */
  readonly rank_low: number;
}

export function sortFiguresOf(tally: Tally): SortFigures {
  const decided = decidedCount(tally);
  const low = wilsonInterval(tally.won, decided)?.low ?? -1;
  return {
    settled: settledCount(tally),
    win_rate: ratio(tally.won, decided) ?? -1,
    rank_low: decided < LEAST_DECIDED ? (low - 1) / 2 : low,
  };
}

/** All statistics of a tally; null if a formula has no value. */
export function statisticsOf(tally: Tally): Statistics {
  const { won, lost, draw } = tally;
  const decided = decidedCount(tally);
  const settled = settledCount(tally);
  const net = toUnits(tally.net);
  const maxDrawdown = toUnits(tally.max_drawdown);
  return {
    settled,
    won,
    lost,
    draw,
    void: tally.void,
    void_lost: tally.void_lost,
    void_unpriced: tally.void_unpriced,
    by_prices: tally.by_prices,
    open: tally.open,
    late: tally.late,
    late_won: tally.late_won,
    otc_won: tally.otc_won,
    otc_lost: tally.otc_lost,
    otc_draw: tally.otc_draw,
    win_rate: ratio(won, decided),
    interval: wilsonInterval(won, decided),
    break_even: won === 0 ? null : breakEven(meanWin(tally)),
    net,
    expectancy: ratio(net, settled),
    expectancy_error: settled < 2 ? null : expectancyErrorOf(tally),
    profit_factor: ratio(toUnits(tally.gains), lost),
    payoff_ratio: won === 0 || lost === 0 ? null : meanWin(tally),
    max_drawdown: maxDrawdown,
    recovery_factor: ratio(net, maxDrawdown),
    longest_losing_streak: tally.longest_losing_streak,
    expected_losing_streak: decided === 0 ? null : expectedLosingStreak(decided, won / decided),
    sample: sampleOf(decided),
  };
}

/**
 * 95 % Wilson score interval of `won` in `decided`, within 0 to 1; null without a decided signal. Assumes that the signals
 * are independent.
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

/** won + lost. */
function decidedCount({ won, lost }: Pick<Tally, "won" | "lost">): number {
  return won + lost;
}

/** Win rate at which a mean gain of `payout` per win just covers the losses. */
export function breakEven(payout: number): number {
  return 1 / (1 + payout);
}

/**
 * Losing streak that is likely by chance alone in `decided` signals, `ln(n p) / ln(1/q)`; at least 1; null at rates of 0 and
 * 1, where the formula has no value.
 */
export function expectedLosingStreak(decided: number, winRate: number): number | null {
  if (winRate <= 0 || winRate >= 1) return null;
  return Math.max(1, Math.log(decided * winRate) / -Math.log(1 - winRate));
}

/** Sample size in words, by won + lost. */
export function sampleOf(decided: number): Sample {
  if (decided < SAMPLE_STARTS.too_few) return "none";
  if (decided < SAMPLE_STARTS.weak) return "too_few";
  if (decided < SAMPLE_STARTS.fair) return "weak";
  return decided < SAMPLE_STARTS.good ? "fair" : "good";
}

/** Mean gain of a won signal; requires at least one. */
function meanWin({ gains, won }: Tally): number {
  return toUnits(gains) / won;
}

/** Standard error of the mean result of a settled signal, with n - 1; requires at least two. */
function expectancyErrorOf(tally: Tally): number {
  const n = settledCount(tally);
  // In whole steps, so that it is exactly 0 if all results are equal.
  const sumOfSquares = tally.squared_gains + tally.lost * PAYOUT_STEPS_PER_UNIT ** 2;
  const spread = Math.max(0, sumOfSquares - tally.net ** 2 / n);
  return toUnits(Math.sqrt(spread / (n - 1) / n));
}

function ratio(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}
