/** Every figure the product shows, read from a tally. */
import { PAYOUT_STEPS_PER_UNIT } from "./contracts/signals.ts";
import type { Sample, Statistics, Verdict } from "./contracts/traders.ts";
import { settledCount, type Tally, toUnits } from "./tally.ts";

/** Two-sided 95 % quantile of the normal distribution. */
export const Z_95 = 1.959964;

/** Wins and losses from which on a sample is not too few to say anything. */
export const LEAST_DECIDED = 30;

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
    void_lost: tally.void_lost,
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
