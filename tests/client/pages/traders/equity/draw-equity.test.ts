import { describe, expect, it } from "vitest";
import { drawEquity, PATH_WIDTH, PLOT_HEIGHT } from "#client/pages/traders/equity/draw-equity.ts";

const AT = "2026-03-01T00:00:00.000Z";

function series(...values: (readonly [equity: number, drawdown: number])[]) {
  return values.map(([equity, drawdown], index) => ({ settled: index + 1, at: AT, equity, drawdown }));
}

/** Corners of a path of straight lines. */
function corners(path: string): number[][] {
  return path
    .replace(/^M|Z$/g, "")
    .split("L")
    .map((corner) => corner.split(",").map(Number));
}

describe("the drawing of a trader's result", () => {
  it("starts at nothing settled and nothing won, and ends at the last settlement", () => {
    const drawing = drawEquity(series([0.85, 0], [-0.15, 1], [0.7, 0.15]));
    const points = corners(drawing?.equity.line ?? "");
    expect(points).toHaveLength(4);
    expect(points[0]).toEqual([0, drawing?.equity.zero]);
    expect(points.at(-1)?.[0]).toBe(PATH_WIDTH);
    expect(drawing?.equity.mark).toMatchObject({ value: 0.7, x: 100 });
  });

  it("draws a gain above and a loss below zero, all inside the plot", () => {
    const drawing = drawEquity(series([2, 0], [-3, 5]));
    const zero = drawing?.equity.zero ?? NaN;
    const [, gain = [], loss = []] = corners(drawing?.equity.line ?? "");
    expect(gain[1]).toBeLessThan(zero);
    expect(loss[1]).toBeGreaterThan(zero);
    for (const [, y = NaN] of corners(drawing?.equity.line ?? "")) {
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(PLOT_HEIGHT);
    }
  });

  it("marks the deepest drawdown", () => {
    const drawing = drawEquity(series([-1, 1], [-4, 4], [-2, 2], [-3, 3]));
    expect(drawing?.drawdown.mark).toMatchObject({ value: -4, x: 50 });
  });

  it("draws one settlement, and a drawdown that never was, without a hole", () => {
    const drawing = drawEquity(series([0.85, 0]));
    expect(JSON.stringify(drawing)).not.toMatch(/NaN|null|Infinity/);
    expect(drawing?.ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
  });

  it("has round values marked, from the lowest to the highest", () => {
    const drawing = drawEquity(series([-0.3, 0.3], [0.3, 0]));
    expect(drawing?.equity.ticks.map(({ value }) => value)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(drawing?.equity.ticks.map(({ at }) => at)).toEqual([174, 132, 90, 48, 6]);
    expect(drawing?.drawdown.ticks.map(({ value }) => value)).toEqual([-0.3, -0.2, -0.1, 0]);
  });

  it("is nothing where nothing has been settled", () => {
    expect(drawEquity([])).toBeNull();
  });
});
