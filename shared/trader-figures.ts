/** The stored figures of one trader's signals, computed over the ledger in its order: the tally and what is derived with it. */
import { addToConfidences, type ConfidenceCount, correctConfidences, type Stated } from "./calibration.ts";
import { addToEquitySeries, EMPTY_EQUITY_SERIES, type EquitySeries } from "./equity-series.ts";
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
}

export const EMPTY_STANDING: Standing = { tally: EMPTY_TALLY, series: EMPTY_EQUITY_SERIES, confidences: [] };

/** How one signal ended. */
export interface SignalEnd extends Counted, Stated, CountedEnding {
  readonly atMs: number;
}

/** How the outcome of one signal was corrected. */
export interface SignalCorrection extends Counted, Stated, Correction {
  readonly atMs: number;
}

/** The trader after a signal was published. */
export function withPublished<Trader extends Standing>(
  trader: Trader,
  signal: Pick<Counted, "isLate">,
): Trader {
  return { ...trader, tally: addPublished(trader.tally, signal) };
}

/** The trader after an open signal ended. */
export function withEnd<Trader extends Standing>(trader: Trader, ended: SignalEnd): Trader {
  const end = { ...ended, isLate: ended.isLate || ended.becameLate };
  const tally = addOutcome(trader.tally, end, end);
  const confidences = addToConfidences(trader.confidences, end.outcome, end);
  return { ...trader, tally, confidences, series: seriesAt(trader.series, tally, end) };
}

/** The trader after a settlement was corrected. */
export function withCorrection<Trader extends Standing>(
  trader: Trader,
  correction: SignalCorrection,
): Trader {
  const tally = addCorrection(trader.tally, correction, correction);
  const confidences = correctConfidences(trader.confidences, correction, correction);
  const series = seriesAt(trader.series, tally, { ...correction, outcome: correction.to });
  return { ...trader, tally, confidences, series };
}

/** A point on the curve for every ending that changes the settled count. */
function seriesAt(
  series: EquitySeries,
  tally: Tally,
  end: Omit<SignalEnd, "isByPrices" | "becameLate">,
): EquitySeries {
  if (!isSettledOutcome(end.outcome, end)) return series;
  return addToEquitySeries(series, { settled: settledCount(tally), atMs: end.atMs, ...equityOf(tally) });
}
