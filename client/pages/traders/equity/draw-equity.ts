/** Computes the charts of a trader's result over time. Heights are in pixels from the top, widths in percent. */
import type { EquityPoint } from "#shared/contracts/traders.ts";
import { nice, ticks } from "d3-array";
import { DAY_MS } from "#shared/time-units.ts";

/** Height of a chart's plot in pixels; its width is that of the page. */
export const PLOT_HEIGHT = 180;

/** Width of the path's coordinate system; the SVG stretches it to its actual width. */
export const PATH_WIDTH = 1000;

type Ticks = readonly { readonly value: number; readonly at: number }[];

export interface Chart {
  /** SVG path of the curve, and of the area between it and zero. */
  readonly line: string;
  readonly area: string;
  /** Vertical position of zero, in pixels. */
  readonly zero: number;
  readonly ticks: Ticks;
  /** The points that can be read off, oldest first: at least one. */
  readonly points: readonly ReadPoint[];
  /** The last value of the equity, the deepest of the drawdown. */
  readonly mark: ReadPoint;
}

export interface ReadPoint {
  readonly settled: number;
  readonly atMs: number;
  readonly value: number;
  readonly x: number;
  readonly y: number;
}

interface EquityDrawing {
  /** Number of signals settled up to the end. */
  readonly settled: number;
  /** Moments, in milliseconds since the epoch. */
  readonly ticks: Ticks;
  readonly equity: Chart;
  readonly drawdown: Chart;
}

/** The part of a record to draw: all of it since the trader joined, or the last days up to its last settlement. */
export interface EquityRange {
  readonly joinedMs: number;
  readonly days: number | null;
}

const TICKS = 4;
/** As many dates as fit side by side on a phone. */
const DATES = [0, 0.5, 1] as const;
/** Space above and below the curve, so that its stroke is not clipped. */
const MARGIN = 6;

type Point = Omit<ReadPoint, "x" | "y">;

/** Start and end of the drawing; null for a series without a point. */
export function spanOf(points: readonly EquityPoint[], { joinedMs, days }: EquityRange) {
  const last = points.at(-1);
  if (!last) return null;
  const toMs = Date.parse(last.at);
  const fromMs = Math.min(joinedMs, toMs);
  return { fromMs: days === null ? fromMs : Math.max(fromMs, toMs - days * DAY_MS), toMs };
}

/** Null for a series without a point. */
export function drawEquity(points: readonly EquityPoint[], range: EquityRange): EquityDrawing | null {
  const span = spanOf(points, range);
  if (span === null) return null;
  const equity = drawChart(curve(points, span.fromMs, ({ equity }) => equity));
  const drawdown = drawChart(curve(points, span.fromMs, ({ drawdown }) => -drawdown));
  const deepest = drawdown.points.reduce((worst, point) => (point.value < worst.value ? point : worst));
  return {
    settled: points.at(-1)?.settled ?? 0,
    ticks: DATES.map((share) => ({
      value: Math.round(span.fromMs + share * (span.toMs - span.fromMs)),
      at: share * 100,
    })),
    equity,
    drawdown: { ...drawdown, mark: deepest },
  };
}

/** The curve from the value at the start, at first 0, through every later point. */
function curve(
  points: readonly EquityPoint[],
  fromMs: number,
  value: (point: EquityPoint) => number,
): readonly Point[] {
  const read = points.map((point) => ({
    settled: point.settled,
    atMs: Date.parse(point.at),
    value: value(point),
  }));
  // Always includes the last point; otherwise there would be nothing to read off.
  const first = read.findIndex(({ atMs }, index) => atMs > fromMs || index === read.length - 1);
  const before = read[first - 1];
  return [{ settled: before?.settled ?? 0, value: before?.value ?? 0, atMs: fromMs }, ...read.slice(first)];
}

function drawChart(points: readonly Point[]): Chart {
  const values = points.map(({ value }) => value);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // A flat curve still needs a range, and zero is always in it.
  const [low, high] =
    lowest === highest ? [lowest - 1, highest + 1] : [Math.min(lowest, 0), Math.max(highest, 0)];
  const [bottom, top] = nice(low, high, TICKS);
  const startMs = points[0]?.atMs ?? 0;
  const width = (points.at(-1)?.atMs ?? 0) - startMs;
  // If all signals were settled at one moment, the curve rises at the end.
  const across = (point: Point, index: number) =>
    width > 0 ? (point.atMs - startMs) / width : index === 0 ? 0 : 1;
  const y = (value: number) => round(MARGIN + ((top - value) / (top - bottom)) * (PLOT_HEIGHT - 2 * MARGIN));
  const zero = y(0);
  const read = points.map((point, index) => ({
    ...point,
    x: round(across(point, index) * 100),
    y: y(point.value),
  }));
  const line = `M${points.map((point, index) => `${round(across(point, index) * PATH_WIDTH)},${y(point.value)}`).join("L")}`;
  const shown = read.slice(1);
  const [only] = read;
  const mark = shown.at(-1) ?? only;
  if (!mark) throw new Error("a curve has at least one point");
  return {
    line,
    area: `${line}L${PATH_WIDTH},${zero}L0,${zero}Z`,
    zero,
    ticks: ticks(bottom, top, TICKS).map((value) => ({ value, at: y(value) })),
    points: shown,
    mark,
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
