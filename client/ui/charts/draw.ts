/** Computes the picture of a chart. Heights are in pixels from the top, places along the time axis in percent. */
import { nice, ticks } from "d3-array";
import { area, curveStepAfter, line } from "d3-shape";
import { utcTicks } from "d3-time";
import { type ChartPoint, type Panel, type Series, type Span, within } from "./series.ts";

/** Width of the paths' coordinate system; the SVG stretches it to its actual width. */
export const PATH_WIDTH = 1000;

/** The number of dates that fit on a phone. */
const DATES = 5;
/** Approximate minimum distance between two values of a scale. */
const VALUE_HEIGHT = 50;
/** Space at the top for the scale's highest value, and at the bottom for a line's stroke. */
const TOP = 16;
const BOTTOM = 4;
/** Minimum distance between two values at the ends of lines, even with text of twice the usual size. */
const LABEL_HEIGHT = 20;
/** A date closer to an end of the axis would be outside the picture. */
const EDGE = 4;

export interface PanelDrawing {
  readonly zero: number;
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly lines: readonly LineDrawing[];
  readonly y: (value: number) => number;
}

interface LineDrawing {
  readonly series: Series;
  /** SVG paths; the area is null for a series without one. */
  readonly line: string;
  readonly area: string | null;
  /** Where the line ends; null without a point. */
  readonly end: { readonly value: number; readonly y: number; readonly labelY: number } | null;
}

export function drawPanel({ series, height }: Panel, span: Span): PanelDrawing {
  const shown = series.map(({ points }) => within(points, span));
  const values = shown.flatMap((points) => points.map(({ value }) => value));
  // Zero is always in the picture, because gains and losses are measured from it.
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const [bottom, top] = low === high ? [-1, 1] : nice(low, high, Math.floor(height / VALUE_HEIGHT));
  const y = (value: number) => round(TOP + ((top - value) / (top - bottom)) * (height - TOP - BOTTOM));
  const x = ({ atMs }: ChartPoint) => (place(atMs, span) / 100) * PATH_WIDTH;
  const toLine = line<ChartPoint>(x, ({ value }) => y(value))
    .curve(curveStepAfter)
    .digits(1);
  const toArea = area<ChartPoint>(x, y(0), ({ value }) => y(value))
    .curve(curveStepAfter)
    .digits(1);
  const ends = shown.map((points) => points.at(-1)?.value ?? null);
  const labels = spread(
    ends.map((value) => (value === null ? null : y(value))),
    height,
  );
  return {
    zero: y(0),
    ticks: ticks(bottom, top, Math.floor(height / VALUE_HEIGHT)).map((value) => ({ value, y: y(value) })),
    lines: series.map((one, index) => {
      const points = shown[index] ?? [];
      const value = ends[index] ?? null;
      return {
        series: one,
        line: toLine(points) ?? "",
        area: one.hasArea ? toArea(points) : null,
        end: value === null ? null : { value, y: y(value), labelY: labels[index] ?? y(value) },
      };
    }),
    y,
  };
}

/** Where a moment lies on the time axis, in percent. */
export function place(atMs: number, { fromMs, toMs }: Span): number {
  return Math.round(((atMs - fromMs) / (toMs - fromMs)) * 10_000) / 100;
}

/** Dates on the time axis: years and months, or days, or times of day. */
export function drawDates(
  span: Span,
  locale: string,
): readonly { readonly at: number; readonly text: string }[] {
  const dates = utcTicks(new Date(span.fromMs), new Date(span.toMs), DATES).filter((date) => {
    const at = place(date.getTime(), span);
    return at > EDGE && at < 100 - EDGE;
  });
  const isWithinDays = dates.some((date) => !isMidnight(date));
  const isWithinMonths = dates.some((date) => date.getUTCDate() > 1);
  const hasJanuary = dates.some((date) => date.getUTCMonth() === 0);
  const formOf = (date: Date, index: number): Intl.DateTimeFormatOptions => {
    if (!isMidnight(date)) return { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    if (isWithinDays || isWithinMonths) return { month: "short", day: "numeric" };
    if (date.getUTCMonth() === 0) return { year: "numeric" };
    // One date shows the year, so that it is clear which March is meant.
    return index === 0 && !hasJanuary ? { month: "short", year: "numeric" } : { month: "short" };
  };
  return dates.map((date, index) => ({
    at: place(date.getTime(), span),
    text: new Intl.DateTimeFormat(locale, { ...formOf(date, index), timeZone: "UTC" }).format(date),
  }));
}

function isMidnight(date: Date): boolean {
  return date.getUTCHours() + date.getUTCMinutes() + date.getUTCSeconds() === 0;
}

/** Heights of labels, moved apart where they would overlap. */
function spread(heights: readonly (number | null)[], height: number): readonly (number | null)[] {
  const order = heights
    .flatMap((y, index) => (y === null ? [] : [{ y, index }]))
    .toSorted((one, other) => one.y - other.y);
  const placed = [...heights];
  let lowest = -Infinity;
  for (const [rank, { y, index }] of order.entries()) {
    // Leaves room for the labels below.
    const most = height - BOTTOM - (order.length - 1 - rank) * LABEL_HEIGHT;
    lowest = Math.max(lowest + LABEL_HEIGHT, Math.min(y, most));
    placed[index] = round(lowest);
  }
  return placed;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
