/** The stored figures of one trader's signals, computed over the ledger in its order: the tally and further figures. */
import { addToConfidences, type ConfidenceCount, correctConfidences, type Stated } from "./calibration.ts";
import { addToEquitySeries, EMPTY_EQUITY_SERIES, type EquitySeries } from "./equity-series.ts";
import {
  betOnCorrection,
  betOnEnd,
  betOnPublished,
  FIRST_PURSES,
  type Purses,
  type Stakes,
} from "./evidence.ts";
import { addMoment, type Moments, NO_MOMENTS, type Timed } from "./moments.ts";
import {
  addCorrection,
  addOutcome,
  addPublished,
  type Correction,
  type Counted,
  type CountedEnding,
  EMPTY_TALLY,
  equityOf,
  isSettledOutcome,
  settledCount,
  type Tally,
} from "./tally.ts";

export interface Standing {
  readonly tally: Tally;
  readonly series: EquitySeries;
  readonly confidences: readonly ConfidenceCount[];
  readonly purses: Purses;
  /** True if the trader ever published a signal under a price rule: verdicts compare these traders. */
  readonly isCompared: boolean;
  readonly moments: Moments;
}

export const EMPTY_STANDING: Standing = {
  tally: EMPTY_TALLY,
  series: EMPTY_EQUITY_SERIES,
  confidences: [],
  purses: FIRST_PURSES,
  isCompared: false,
  moments: NO_MOMENTS,
};

/** How one signal was published. */
export interface SignalStart extends Pick<Counted, "isLate">, Timed {
  readonly stakes: Purses;
  readonly hasPriceRule: boolean;
}

/** How one signal ended. */
export interface SignalEnd extends Counted, Stated, CountedEnding {
  readonly atMs: number;
  readonly stakes: Stakes;
}

/** How the outcome of one signal was corrected. */
export interface SignalCorrection extends Counted, Stated, Correction {
  readonly atMs: number;
  readonly stakes: Stakes;
}

/** The trader after a signal was published. */
export function withPublished<Trader extends Standing>(trader: Trader, signal: SignalStart): Trader {
  return {
    ...trader,
    tally: addPublished(trader.tally, signal),
    purses: betOnPublished(trader.purses, signal.stakes),
    isCompared: trader.isCompared || signal.hasPriceRule,
    moments: addMoment(trader.moments, signal),
  };
}

/** The trader after an open signal ended. */
export function withEnd<Trader extends Standing>(trader: Trader, ended: SignalEnd): Trader {
  const end = { ...ended, isLate: ended.isLate || ended.becameLate };
  const tally = addOutcome(trader.tally, end, end);
  const confidences = addToConfidences(trader.confidences, end.outcome, end);
  const purses = betOnEnd(trader.purses, end.stakes, end);
  return { ...trader, tally, confidences, purses, series: seriesAt(trader.series, tally, end) };
}

/** The trader after a settlement was corrected. */
export function withCorrection<Trader extends Standing>(
  trader: Trader,
  correction: SignalCorrection,
): Trader {
  const tally = addCorrection(trader.tally, correction, correction);
  const confidences = correctConfidences(trader.confidences, correction, correction);
  const purses = betOnCorrection(trader.purses, correction.stakes, correction);
  const series = seriesAt(trader.series, tally, { ...correction, outcome: correction.to });
  return { ...trader, tally, confidences, purses, series };
}

/** Adds a point to the curve for every ending that changes the settled count. */
function seriesAt(
  series: EquitySeries,
  tally: Tally,
  end: Omit<SignalEnd, "isByPrices" | "becameLate" | "stakes">,
): EquitySeries {
  if (!isSettledOutcome(end.outcome, end)) return series;
  return addToEquitySeries(series, { settled: settledCount(tally), atMs: end.atMs, ...equityOf(tally) });
}
