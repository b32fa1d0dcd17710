/** The rates behind a verdict, as texts that bear it out. */
import type { Statistics } from "#shared/contracts/traders.ts";
import type { Formats } from "./formats.ts";

type Rates = Pick<Statistics, "win_rate" | "interval" | "break_even" | "verdict">;
type RateTexts = Readonly<Record<"rate" | "low" | "high" | "breakEven", string>>;

/** With one decimal, or with two where one would show the two rates that the verdict tells apart as the same. */
export function rateTexts(rates: Rates, { percent, finePercent }: Formats): RateTexts {
  const { win_rate, interval, break_even, verdict } = rates;
  const { low = null, high = null } = interval ?? {};
  const bound = verdict === "above" ? low : verdict === "below" ? high : null;
  const write = percent(bound) === percent(break_even) ? finePercent : percent;
  return { rate: write(win_rate), low: write(low), high: write(high), breakEven: write(break_even) };
}
