/** Compares a trader's stated probabilities with how often they came true. */
import type { CalibrationBin } from "#shared/contracts/traders.ts";
import { wilsonInterval } from "./statistics.ts";
import type { Correction, Counted, CountedOutcome } from "./tally.ts";

/** Decided signals of one trader with one stated probability, in whole percent. */
export interface ConfidenceCount {
  readonly confidence: number;
  readonly won: number;
  readonly lost: number;
}

/** One signal's part in the calibration. */
export interface Stated extends Pick<Counted, "isLate" | "isOtc"> {
  /** Whole percent; null if none was stated. */
  readonly confidence: number | null;
}

/** The counts after a signal was settled or voided. Draws, voids before entry, late and OTC signals are not counted. */
export function addToConfidences(
  counts: readonly ConfidenceCount[],
  outcome: CountedOutcome,
  signal: Stated,
): readonly ConfidenceCount[] {
  return changed(counts, outcome === "void_lost" ? "lost" : outcome, signal, 1);
}

/** The counts after the outcome of a signal was corrected. */
export function correctConfidences(
  counts: readonly ConfidenceCount[],
  { from, to }: Correction,
  signal: Stated,
): readonly ConfidenceCount[] {
  return changed(changed(counts, from, signal, -1), to, signal, 1);
}

function changed(
  counts: readonly ConfidenceCount[],
  outcome: CountedOutcome,
  { confidence, isLate, isOtc }: Stated,
  by: 1 | -1,
): readonly ConfidenceCount[] {
  if (confidence === null || isLate || isOtc || (outcome !== "won" && outcome !== "lost")) return counts;
  const before = counts.find((count) => count.confidence === confidence) ?? { confidence, won: 0, lost: 0 };
  const others = counts.filter((count) => count.confidence !== confidence);
  const after = { ...before, [outcome]: before[outcome] + by };
  return [...others, after].sort((a, b) => a.confidence - b.confidence);
}

/** Whole percent that one bin spans: wide enough for each bin to hold a sample. */
export const BIN_PERCENT = 10;

/** The counts in bins of ten percent, lowest first, without empty bins. */
export function calibrationOf(counts: readonly ConfidenceCount[]): CalibrationBin[] {
  const bins = Map.groupBy(counts, ({ confidence }) => confidence - (confidence % BIN_PERCENT));
  return [...bins]
    .sort(([a], [b]) => a - b)
    .flatMap(([from, members]) => {
      const won = sum(members.map((member) => member.won));
      const decided = won + sum(members.map(({ lost }) => lost));
      const interval = wilsonInterval(won, decided);
      if (interval === null) return [];
      const said = sum(members.map((member) => member.confidence * (member.won + member.lost)));
      return [
        {
          from,
          to: from + BIN_PERCENT - 1,
          decided,
          won,
          said: said / decided / 100,
          rate: won / decided,
          interval,
        },
      ];
    });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
