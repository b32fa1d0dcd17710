/** The data of a chart: values that stay the same from one moment to the next, like a cumulative result. */
import { bisector } from "d3-array";

export interface ChartPoint {
  readonly atMs: number;
  readonly value: number;
}

/** Looks differ in colour and in dashes. */
export type Look = "first" | "second" | "third" | "fourth" | "loss";

export interface Series {
  /** Unique among all series of the chart. */
  readonly name: string;
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
  readonly look: Look;
  /** Fills the area between the line and zero: for a panel with one series. */
  readonly hasArea?: boolean;
}

/** One plot; all plots of a chart share the time axis. */
export interface Panel {
  readonly series: readonly Series[];
  /** In pixels; the width is that of the page. */
  readonly height: number;
  /** Formats a value for the readout, a line's end and the table. */
  readonly format: (value: number) => string;
}

/** An additional figure of each moment. */
export interface Note {
  readonly name: string;
  readonly of: (atMs: number) => string;
}

/** Part of the time axis, in milliseconds since the epoch; `fromMs` is before `toMs`. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The value at a moment; null before the first point. */
export function valueAt(points: readonly ChartPoint[], atMs: number): number | null {
  return points[byMoment.right(points, atMs) - 1]?.value ?? null;
}

const byMoment = bisector(({ atMs }: ChartPoint) => atMs);

/** The points of a part of the time axis, with the values at its start and its end. */
export function within(points: readonly ChartPoint[], { fromMs, toMs }: Span): readonly ChartPoint[] {
  const before = valueAt(points, fromMs);
  const inside = points.filter(({ atMs }) => atMs > fromMs && atMs <= toMs);
  const last = inside.at(-1)?.value ?? before;
  return [
    ...(before === null ? [] : [{ atMs: fromMs, value: before }]),
    ...inside,
    ...(last === null ? [] : [{ atMs: toMs, value: last }]),
  ];
}

/** The moments at which something changes, oldest first; the end of the span if there are none. */
export function momentsOf(panels: readonly Panel[], { fromMs, toMs }: Span): readonly number[] {
  const moments = panels
    .flatMap(({ series }) => series.flatMap(({ points }) => points.map(({ atMs }) => atMs)))
    .filter((atMs) => atMs > fromMs && atMs <= toMs);
  return moments.length === 0 ? [toMs] : [...new Set(moments)].toSorted((one, other) => one - other);
}
