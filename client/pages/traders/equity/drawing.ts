/** What the server has drawn of a trader's result over time. Heights are in pixels from the top, widths in percent. */
import * as v from "valibot";

/** Height of a chart's plot in pixels; its width is that of the page. */
export const PLOT_HEIGHT = 180;

/** Width of the coordinates of paths; the picture stretches them to the width it has. */
export const PATH_WIDTH = 1000;

const Ticks = v.array(v.object({ value: v.number(), at: v.number() }));
const Mark = v.object({ value: v.number(), x: v.number(), y: v.number() });

const Chart = v.object({
  /** SVG path of the curve, and of the area between it and zero. */
  line: v.string(),
  area: v.string(),
  /** Height of zero. */
  zero: v.number(),
  ticks: Ticks,
  /** The last value of the equity, the deepest of the drawdown. */
  mark: Mark,
});
export type Chart = v.InferOutput<typeof Chart>;

export const EquityDrawing = v.object({
  /** Settled signals drawn. */
  settled: v.number(),
  /** Along the settled signals. */
  ticks: Ticks,
  equity: Chart,
  drawdown: Chart,
});
export type EquityDrawing = v.InferOutput<typeof EquityDrawing>;
