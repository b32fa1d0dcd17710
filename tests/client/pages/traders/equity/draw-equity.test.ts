import { describe, expect, it } from "vitest";
import { nearest } from "#client/pages/traders/equity/equity-chart.tsx";
import {
  type EquityRange,
  drawEquity as draw,
  PATH_WIDTH,
  PLOT_HEIGHT,
} from "#client/pages/traders/equity/draw-equity.ts";

const DAY_MS = 86_400_000;
const JOINED_MS = Date.parse("2026-03-01T00:00:00.000Z");
const WHOLE: EquityRange = { joinedMs: JOINED_MS, days: null };

/** A settlement a day, from the day after joining. */
function series(...values: (readonly [equity: number, drawdown: number])[]) {
  return values.map(([equity, drawdown], index) => ({
    settled: index + 1,
    at: new Date(JOINED_MS + (index + 1) * DAY_MS).toISOString(),
    equity,
    drawdown,
  }));
}

function drawEquity(points: ReturnType<typeof series>, range = WHOLE) {
  return draw(points, range);
}

/** Corners of a path of straight lines. */
function corners(path: string): number[][] {
  return path
    .replace(/^M|Z$/g, "")
    .split("L")
    .map((corner) => corner.split(",").map(Number));
}

describe("the chart of a trader's results", () => {
  it("starts at zero and ends at the last settlement", () => {
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

  it("draws a single settlement without a drawdown, and without invalid numbers", () => {
    const drawing = drawEquity(series([0.85, 0]));
    expect(JSON.stringify(drawing)).not.toMatch(/NaN|null|Infinity/);
    expect(drawing?.ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
  });

  it("has round axis values from the lowest to the highest", () => {
    const drawing = drawEquity(series([-0.3, 0.3], [0.3, 0]));
    expect(drawing?.equity.ticks.map(({ value }) => value)).toEqual([-0.4, -0.2, 0, 0.2, 0.4]);
    expect(drawing?.equity.ticks.map(({ at }) => at)).toEqual([174, 132, 90, 48, 6]);
    expect(drawing?.drawdown.ticks.map(({ value }) => value)).toEqual([-0.3, -0.2, -0.1, 0]);
  });

  it("has a time scale: a settlement after ten quiet days is ten times as far away", () => {
    const [first, second] = series([0.85, 0], [1.7, 0]);
    if (!first || !second) throw new Error("Expected two points");
    const drawing = drawEquity([first, { ...second, at: new Date(JOINED_MS + 11 * DAY_MS).toISOString() }]);
    expect(drawing?.equity.points.map(({ x }) => x)).toEqual([9.1, 100]);
    expect(drawing?.ticks).toEqual([
      { value: JOINED_MS, at: 0 },
      { value: JOINED_MS + 5.5 * DAY_MS, at: 50 },
      { value: JOINED_MS + 11 * DAY_MS, at: 100 },
    ]);
  });

  it("for the last days starts at the value reached before them", () => {
    const drawing = drawEquity(series([1, 0], [2, 0], [3, 0], [2, 1]), { joinedMs: JOINED_MS, days: 2 });
    expect(drawing?.equity.points.map(({ value }) => value)).toEqual([3, 2]);
    const [start = []] = corners(drawing?.equity.line ?? "");
    const two = drawing?.equity.points.at(-1)?.y;
    expect(start).toEqual([0, two]);
    expect(drawing?.ticks[0]?.value).toBe(JOINED_MS + 2 * DAY_MS);
    expect(drawing?.settled).toBe(4);
  });

  it("draws signals that were all settled at the moment when the trader joined", () => {
    const at = new Date(JOINED_MS).toISOString();
    const points = [
      { settled: 1, at, equity: 0.85, drawdown: 0 },
      { settled: 2, at, equity: 1.7, drawdown: 0 },
    ];
    const drawing = drawEquity(points);
    expect(JSON.stringify(drawing)).not.toMatch(/NaN|null|Infinity/);
    expect(drawing?.equity.points.at(-1)).toMatchObject({ value: 1.7, x: 100 });
  });

  it("finds the point nearest to the pointer", () => {
    const points = drawEquity(series([1, 0], [2, 0], [3, 0], [4, 0]))?.equity.points ?? [];
    expect(points.map(({ x }) => x)).toEqual([25, 50, 75, 100]);
    expect([-5, 30, 40, 62, 130].map((place) => nearest(points, place))).toEqual([0, 0, 1, 1, 3]);
  });

  it("is null if nothing has been settled", () => {
    expect(drawEquity([])).toBeNull();
  });
});
