/** Turns a trader's equity series into paths. */
import type { EquityPoint } from "#shared/contracts/traders.ts";
import { type Chart, type EquityDrawing, PATH_WIDTH, PLOT_HEIGHT } from "./drawing.ts";
import { linearScale, roundSpan } from "./linear-scale.ts";

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
  const settled = linearScale([0, last.settled], [0, 100]);
  return {
    settled: last.settled,
    ticks: settled
      .ticks(TICKS)
      .filter(Number.isInteger)
      .map((value) => ({ value, at: round(settled.at(value)) })),
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
  const span = lowest === highest ? ([lowest - 1, highest + 1] as const) : ([lowest, highest] as const);
  const width = points.at(-1)?.settled ?? 1;
  const x = linearScale([0, width], [0, PATH_WIDTH]);
  const y = linearScale(roundSpan(span, TICKS), [PLOT_HEIGHT - MARGIN, MARGIN]);
  const zero = round(y.at(0));
  const corners = points.map((point) => `${round(x.at(point.settled))},${round(y.at(point.value))}`);
  const line = `M${corners.join("L")}`;
  return {
    line,
    area: `${line}L${round(x.at(width))},${zero}L0,${zero}Z`,
    zero,
    ticks: y.ticks(TICKS).map((value) => ({ value, at: round(y.at(value)) })),
    mark: {
      value: mark.value,
      x: round((x.at(mark.settled) / PATH_WIDTH) * 100),
      y: round(y.at(mark.value)),
    },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
