/** The numbers of the guide's worked example, computed by the functions that compute the site's statistics. */
import { MAX_PAYOUT, PRICE_GRACE_MS, SETTLEMENT_GRACE_MS } from "#shared/limits/signals.ts";
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { markOf } from "#shared/record/e-bh.ts";
import { LEAST_COMPARED, LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";
import { breakEven, wilsonInterval } from "#shared/record/statistics.ts";
import { DAY_MS, HOUR_MS } from "#shared/time/time-units.ts";

const WON = 7;
const TOTAL = 10;
const PAYOUT = 0.85;
const CONFIDENCE = 0.95;
const STAKE_IN_EXAMPLE = 100;

const interval = wilsonInterval(WON, TOTAL) ?? { low: 0, high: 1 };

/** Shares, 0 to 1. */
export const WORKED_EXAMPLE = {
  rate: WON / TOTAL,
  low: interval.low,
  high: interval.high,
  breakEven: breakEven(PAYOUT),
  /** Chance that a fair coin gives at least `WON` of `TOTAL`. */
  coinChance: chanceOfAtLeast(WON, TOTAL),
} as const;

/** Values for the guide's placeholders, formatted for the language. */
export function guideValues(language: Language) {
  const tag = LANGUAGE_FACTS[language].tag;
  const number = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
  const percent = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 });
  const hours = new Intl.NumberFormat(tag, { style: "unit", unit: "hour", unitDisplay: "long" });
  const days = new Intl.NumberFormat(tag, { style: "unit", unit: "day", unitDisplay: "long" });
  return {
    won: number.format(WON),
    total: number.format(TOTAL),
    rate: percent.format(WORKED_EXAMPLE.rate),
    low: percent.format(WORKED_EXAMPLE.low),
    high: percent.format(WORKED_EXAMPLE.high),
    breakEven: percent.format(WORKED_EXAMPLE.breakEven),
    coinChance: percent.format(WORKED_EXAMPLE.coinChance),
    confidence: percent.format(CONFIDENCE),
    least: number.format(LEAST_DECIDED),
    leastCompared: number.format(LEAST_COMPARED),
    mark: number.format(markOf(LEAST_COMPARED)),
    payout: percent.format(PAYOUT),
    mostPayout: percent.format(MAX_PAYOUT),
    payoutRatio: number.format(PAYOUT),
    gain: number.format(PAYOUT * STAKE_IN_EXAMPLE),
    deadline: hours.format(SETTLEMENT_GRACE_MS / HOUR_MS),
    priceDeadline: days.format(PRICE_GRACE_MS / DAY_MS),
  };
}

export type GuideValues = ReturnType<typeof guideValues>;

function chanceOfAtLeast(wins: number, tosses: number): number {
  let waysToWin = 0;
  for (let k = wins; k <= tosses; k += 1) waysToWin += waysToChoose(k, tosses);
  return waysToWin / 2 ** tosses;
}

function waysToChoose(chosen: number, from: number): number {
  let ways = 1;
  for (let k = 1; k <= chosen; k += 1) ways = (ways * (from - chosen + k)) / k;
  return ways;
}
