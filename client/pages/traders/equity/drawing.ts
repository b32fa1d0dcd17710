/** A trader's result over time, drawn. Heights are in pixels from the top, widths in percent. */

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

export interface EquityDrawing {
  /** Settled signals drawn. */
  readonly settled: number;
  /** Along the settled signals. */
  readonly ticks: Ticks;
  readonly equity: Chart;
  readonly drawdown: Chart;
}
