import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  addToEquitySeries,
  curveOf,
  EMPTY_EQUITY_SERIES,
  equitySeriesText,
  parseEquitySeries,
  type EquitySeries,
  type EquityStretch,
} from "#shared/record/equity-series.ts";
import { MAX_EQUITY_POINTS } from "#shared/limits/lists.ts";

describe("addToEquitySeries", () => {
  it("keeps every settlement up to the maximum number of points", () => {
    const series = build(MAX_EQUITY_POINTS);
    expect(series.points.map(({ settled }) => settled)).toEqual(
      Array.from({ length: MAX_EQUITY_POINTS }, (_, i) => i + 1),
    );
  });

  it("never has more than 120 points, ends at the last settlement and keeps the deepest drawdown", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(4999), (length, place) => {
        const worst = place % length;
        const { points, stride } = build(length, (index) => (index === worst ? 99 : 1));
        expect(points.length).toBeLessThanOrEqual(MAX_EQUITY_POINTS);
        expect(points.length).toBeGreaterThanOrEqual(Math.min(length, MAX_EQUITY_POINTS / 2));
        expect(points.at(-1)?.settled).toBe(length);
        for (const { settled, atMs, equity } of points) {
          expect([atMs, equity], "are those of its end").toEqual([settled - 1, settled - 1]);
        }
        expect(Math.max(...points.map(({ drawdown }) => drawdown))).toBe(99);
        const full = points
          .slice(0, -1)
          .map(({ settled }, index) => settled - (points[index - 1]?.settled ?? 0));
        expect(full.every((width) => width === stride)).toBe(true);
      }),
      // The last of 121 has no neighbour to merge with.
      { numRuns: 50, examples: [[MAX_EQUITY_POINTS + 1, MAX_EQUITY_POINTS]] },
    );
  });
});

it.each([1, 100, MAX_EQUITY_POINTS + 1, 5000])(
  "a correction replaces the last point of a series of %i settlements",
  (length) => {
    const { stride, points } = build(length, () => 1);
    const correction = { settled: length, atMs: length + 5, equity: -7, drawdown: 3 };
    expect(addToEquitySeries({ stride, points }, correction)).toEqual({
      stride,
      points: [...points.slice(0, -1), correction],
    });
    const mild = { ...correction, drawdown: 0 };
    expect(addToEquitySeries({ stride, points }, mild).points.at(-1)).toEqual({ ...mild, drawdown: 1 });
  },
);

describe("a stored series", () => {
  it("is read back as it was written", () => {
    const series = build(777);
    expect(parseEquitySeries(equitySeriesText(series))).toEqual(series);
    expect(parseEquitySeries(null)).toEqual(EMPTY_EQUITY_SERIES);
  });

  it("has the same format as in earlier releases", () => {
    const series = { stride: 2, points: [{ settled: 2, atMs: 5, equity: 0.85, drawdown: 1 }] };
    expect(equitySeriesText(series)).toBe('{"stride":2,"points":[[2,5,0.85,1]]}');
  });

  it.each(['{"stride":1,"points":[[1,2,3]]}', '{"points":[]}', "[]"])("is not %s", (text) => {
    expect(() => parseEquitySeries(text)).toThrow(v.ValiError);
  });
});

function build(length: number, drawdown: (index: number) => number = () => 0): EquitySeries {
  let series = EMPTY_EQUITY_SERIES;
  for (let index = 0; index < length; index += 1) {
    const next: EquityStretch = { settled: index + 1, atMs: index, equity: index, drawdown: drawdown(index) };
    series = addToEquitySeries(series, next);
  }
  return series;
}

it("draws the small curve from zero to the present, in at most 30 points", () => {
  expect(curveOf(EMPTY_EQUITY_SERIES)).toEqual([]);
  const points = Array.from({ length: 100 }, (_, index) => ({
    settled: index + 1,
    atMs: index,
    equity: index + 1,
    drawdown: 0,
  }));
  const curve = curveOf({ stride: 1, points });
  expect(curve).toHaveLength(30);
  expect(curve[0]).toBe(0);
  expect(curve.at(-1)).toBe(100);
  expect(curveOf({ stride: 1, points: points.slice(0, 2) })).toEqual([0, 1, 2]);
});
