import { describe, expect, it } from "vitest";
import { linearScale, roundSpan } from "#client/pages/traders/equity/linear-scale.ts";

describe("a linear scale", () => {
  it("maps the ends of its values onto the ends of its length, also where that falls", () => {
    const { at } = linearScale([-2, 6], [174, 6]);
    expect([-2, 2, 6].map(at)).toEqual([174, 90, 6]);
  });

  it.each([
    [[0, 1], 4, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[0, 100], 4, [0, 20, 40, 60, 80, 100]],
    [[-0.3, 0.3], 4, [-0.2, 0, 0.2]],
    [[-37, 112], 4, [0, 50, 100]],
    [[0, 3], 4, [0, 1, 2, 3]],
    [[0, 0.3], 4, [0, 0.1, 0.2, 0.3]],
    [[0, 987_654], 4, [0, 200_000, 400_000, 600_000, 800_000]],
  ] as const)("marks %j with about %i round values", (span, count, ticks) => {
    expect(linearScale(span, [0, 1]).ticks(count)).toEqual(ticks);
  });

  it.each([
    [
      [-3, 2],
      [-3, 2],
    ],
    [
      [-37, 112],
      [-50, 150],
    ],
    [
      [0.013, 0.087],
      [0, 0.1],
    ],
    [
      [-1, 1],
      [-1, 1],
    ],
  ] as const)("rounds %j outwards to %j", (span, rounded) => {
    expect(roundSpan(span, 4)).toEqual(rounded);
  });
});
