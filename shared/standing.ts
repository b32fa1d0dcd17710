/** What is kept of one trader's signals, folded over the ledger in its order: the tally, and the equity series that follows it. */
import { addToEquitySeries, EMPTY_EQUITY_SERIES, type EquitySeries } from "./equity-series.ts";
import {
  addCorrection,
  addOutcome,
  addPublished,
  type Correction,
  type Counted,
  EMPTY_TALLY,
  equityOf,
  isSettledOutcome,
  settledCount,
  type Tally,
} from "./tally.ts";

export interface Standing {
  readonly tally: Tally;
  readonly series: EquitySeries;
}

export const EMPTY_STANDING: Standing = { tally: EMPTY_TALLY, series: EMPTY_EQUITY_SERIES };

/** How one signal ended. */
export interface SignalEnd extends Counted {
  readonly outcome: "won" | "lost" | "draw" | "void";
  readonly atMs: number;
}

/** How the outcome of one signal was corrected. */
export interface SignalCorrection extends Counted, Correction {
  readonly atMs: number;
}

/** The standing after a signal was published. */
export function withPublished({ tally, series }: Standing, signal: { readonly isLate: boolean }): Standing {
  return { tally: addPublished(tally, signal), series };
}

/** The standing after an open signal ended. */
export function withEnd({ tally, series }: Standing, end: SignalEnd): Standing {
  return standingAt({ tally: addOutcome(tally, end.outcome, end), series }, end);
}

/** The standing after a settlement was corrected. */
export function withCorrection({ tally, series }: Standing, correction: SignalCorrection): Standing {
  const corrected = addCorrection(tally, correction, correction);
  return standingAt({ tally: corrected, series }, { ...correction, outcome: correction.to });
}

/** What moves the settled count has its place on the curve. */
function standingAt({ tally, series }: Standing, end: SignalEnd): Standing {
  if (!isSettledOutcome(end.outcome, end)) return { tally, series };
  const point = { settled: settledCount(tally), atMs: end.atMs, ...equityOf(tally) };
  return { tally, series: addToEquitySeries(series, point) };
}
