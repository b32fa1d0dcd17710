/** Heights of a chart's picture, in pixels: known before it is drawn, so that nothing moves when it comes. */
import type { Panel } from "./series.ts";

export const AXIS_HEIGHT = 24;
/** Between two plots. */
export const GAP = 12;

export function heightOf(panels: readonly Panel[]): number {
  return panels.reduce((sum, { height }) => sum + height + GAP, AXIS_HEIGHT - GAP);
}
