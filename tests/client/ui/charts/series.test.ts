import { describe, expect, it } from "vitest";
import { momentsOf, type Panel, valueAt, within } from "#client/ui/charts/series.ts";

const POINTS = [10, 20, 30].map((atMs) => ({ atMs, value: atMs / 10 }));

function panel(...moments: readonly number[][]): Panel {
  const series = moments.map((all) => ({
    name: all.join(),
    points: all.map((atMs) => ({ atMs, value: 1 })),
    look: "first" as const,
  }));
  return { series, height: 100, format: String };
}

describe("a series", () => {
  it("has the value of its last point until the next, and none before the first", () => {
    expect([9, 10, 19, 20, 99].map((atMs) => valueAt(POINTS, atMs))).toEqual([null, 1, 1, 2, 3]);
  });

  it("in a part of the time axis starts and ends with what held there", () => {
    expect(within(POINTS, { fromMs: 15, toMs: 25 })).toEqual([
      { atMs: 15, value: 1 },
      { atMs: 20, value: 2 },
      { atMs: 25, value: 2 },
    ]);
    expect(within(POINTS, { fromMs: 0, toMs: 15 })).toEqual([
      { atMs: 10, value: 1 },
      { atMs: 15, value: 1 },
    ]);
    expect(within([], { fromMs: 0, toMs: 15 })).toEqual([]);
  });
});

describe("the moments that can be read off", () => {
  it("are those of all series, in order and once, after the start", () => {
    expect(momentsOf([panel([1, 5]), panel([3, 5], [9])], { fromMs: 1, toMs: 8 })).toEqual([3, 5]);
  });

  it("are the end alone where nothing changes", () => {
    expect(momentsOf([panel([1])], { fromMs: 2, toMs: 8 })).toEqual([8]);
  });
});
