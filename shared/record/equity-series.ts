/**
 * The cumulative result over time in a limited number of points, updated one settlement at a time. Each point closes a
 * bucket of settlements; when there are too many points, neighbours merge and buckets double. The deepest drawdown of a
 * bucket survives every merge, so the worst moment is always on the chart.
 */

import * as v from "valibot";
import { MAX_CURVE_POINTS, MAX_EQUITY_POINTS } from "#shared/limits/lists.ts";

export interface EquityStretch {
  /** Settlements up to the end of the bucket. */
  readonly settled: number;
  /** Milliseconds since the epoch: the last settlement of the bucket. */
  readonly atMs: number;
  /** Cumulative result at its end, in units of the stake. */
  readonly equity: number;
  /** Deepest fall from the peak within it, in units of the stake. */
  readonly drawdown: number;
}

/** `stride` is the number of settlements in a full bucket; only the last bucket may hold fewer. */
export interface EquitySeries {
  readonly stride: number;
  readonly points: readonly EquityStretch[];
}

export const EMPTY_EQUITY_SERIES: EquitySeries = { stride: 1, points: [] };

/**
 * The series with one more settlement, whose `settled` is one above the last, or with a correction, which leaves `settled`
 * unchanged: the newest bucket then ends with it.
 */
export function addToEquitySeries({ stride, points }: EquitySeries, next: EquityStretch): EquitySeries {
  const last = points.at(-1);
  const lastStart = points.at(-2)?.settled ?? 0;
  if (last && (next.settled === last.settled || last.settled - lastStart < stride))
    return { stride, points: [...points.slice(0, -1), merge(last, next)] };
  const grown = [...points, next];
  return grown.length > MAX_EQUITY_POINTS ? halve(stride, grown) : { stride, points: grown };
}

const StoredSeries = v.object({
  stride: v.number(),
  points: v.array(v.tuple([v.number(), v.number(), v.number(), v.number()])),
});

/** The stored form of a series: JSON, each point as `[settled, milliseconds, equity, drawdown]`. */
export function equitySeriesText({ stride, points }: EquitySeries): string {
  return JSON.stringify({
    stride,
    points: points.map(({ settled, atMs, equity, drawdown }) => [settled, atMs, equity, drawdown]),
  });
}

/** A stored series; null stands for an empty one. Throws for what `equitySeriesText` did not write. */
export function parseEquitySeries(text: string | null): EquitySeries {
  if (text === null) return EMPTY_EQUITY_SERIES;
  const { stride, points } = v.parse(StoredSeries, JSON.parse(text));
  return {
    stride,
    points: points.map(([settled, atMs, equity, drawdown]) => ({ settled, atMs, equity, drawdown })),
  };
}

/** The small curve of lists: the result at the start, evenly over the series, and at its end. Empty for an empty series. */
export function curveOf({ points }: EquitySeries): number[] {
  if (points.length === 0) return [];
  const values = [0, ...points.map(({ equity }) => equity)];
  if (values.length <= MAX_CURVE_POINTS) return values;
  const step = (values.length - 1) / (MAX_CURVE_POINTS - 1);
  return Array.from({ length: MAX_CURVE_POINTS }, (_, index) => values[Math.round(index * step)] ?? 0);
}

function halve(stride: number, points: readonly EquityStretch[]): EquitySeries {
  const merged = points.flatMap((point, index) => {
    const next = points[index + 1];
    if (index % 2 === 1) return [];
    return [next ? merge(point, next) : point];
  });
  return { stride: stride * 2, points: merged };
}

function merge(earlier: EquityStretch, later: EquityStretch): EquityStretch {
  return { ...later, drawdown: Math.max(earlier.drawdown, later.drawdown) };
}
