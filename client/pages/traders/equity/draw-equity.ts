/** A trader's result over time, drawn. Heights are in pixels from the top, widths in percent. */
import type { EquityPoint } from "#shared/contracts/traders.ts";
import { nice, ticks } from "d3-array";

/** Height of a chart's plot in pixels; its width is that of the page. */
export const PLOT_HEIGHT = 180;

/** Width of the coordinates of paths; the picture stretches them to the width it has. */
export const PATH_WIDTH = 1000;

type Ticks = readonly { readonly value: number; readonly at: number }[];

export interface Chart {
  /** SVG path of the curve, and of the area between it and zero. */
  readonly line: string;
  readonly area: string;
  /** Height of zero. */
  readonly zero: number;
  readonly ticks: Ticks;
  /** The last value of the equity, the deepest of the drawdown. */
  readonly mark: { readonly value: number; readonly x: number; readonly y: number };
}

interface EquityDrawing {
  /** Settled signals drawn. */
  readonly settled: number;
  /** Along the settled signals. */
  readonly ticks: Ticks;
  readonly equity: Chart;
  readonly drawdown: Chart;
}

const TICKS = 4;
/** Room above and below the curve, so that its stroke is not cut. */
const MARGIN = 6;

interface Point {
  readonly settled: number;
  readonly value: number;
}

/** Null for a series without a point. */
export function drawEquity(points: readonly EquityPoint[]): EquityDrawing | null {
  const last = points.at(-1);
  if (!last) return null;
  const equity = curve(points, ({ equity }) => equity);
  const drawdown = curve(points, ({ drawdown }) => -drawdown);
  const deepest = drawdown.reduce((worst, point) => (point.value < worst.value ? point : worst));
  const end = { settled: last.settled, value: last.equity };
  return {
    settled: last.settled,
    ticks: ticks(0, last.settled, TICKS)
      .filter(Number.isInteger)
      .map((value) => ({ value, at: round((value / last.settled) * 100) })),
    equity: drawChart(equity, end),
    drawdown: drawChart(drawdown, deepest),
  };
}

/** From nothing settled and nothing won. */
function curve(points: readonly EquityPoint[], value: (point: EquityPoint) => number): readonly Point[] {
  return [
    { settled: 0, value: 0 },
    ...points.map((point) => ({ settled: point.settled, value: value(point) })),
  ];
}

function drawChart(points: readonly Point[], mark: Point): Chart {
  const values = points.map(({ value }) => value);
  const lowest = Math.min(...values);
  const highest = Math.max(...values);
  // A flat curve still needs a range to lie in.
  const [low, high] = lowest === highest ? [lowest - 1, highest + 1] : [lowest, highest];
  const [bottom, top] = nice(low, high, TICKS);
  const width = points.at(-1)?.settled ?? 1;
  const x = (settled: number) => round((settled / width) * PATH_WIDTH);
  const y = (value: number) => round(MARGIN + ((top - value) / (top - bottom)) * (PLOT_HEIGHT - 2 * MARGIN));
  const zero = y(0);
  const line = `M${points.map(({ settled, value }) => `${x(settled)},${y(value)}`).join("L")}`;
  return {
    line,
    area: `${line}L${PATH_WIDTH},${zero}L0,${zero}Z`,
    zero,
    ticks: ticks(bottom, top, TICKS).map((value) => ({ value, at: y(value) })),
    mark: { value: mark.value, x: round((mark.settled / width) * 100), y: y(mark.value) },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
