import { describe, expect, it } from "vitest";
import type { Slice } from "#shared/contracts/slices.ts";
import { figuresOfSlices } from "#shared/record/slices.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { addOutcome, EMPTY_TALLY, type Tally } from "#shared/record/tally.ts";

const PAYOUT = 0.85;

function slice(key: string, won: number, lost: number, draw = 0): Slice {
  return { key, won, lost, draw, gains: won * PAYOUT, squared_gains: won * PAYOUT ** 2 };
}

describe("the statistics of slices of a record", () => {
  it("equal those of a record with only these signals", () => {
    let tally: Tally = EMPTY_TALLY;
    const ends = [...Array(25).fill("won"), ...Array(14).fill("lost"), "draw"] as const;
    for (const outcome of ends)
      tally = addOutcome(
        tally,
        { outcome, isByPrices: false, becameLate: false },
        { payout: PAYOUT, isLate: false, isOtc: false },
      );
    const {
      max_drawdown: _,
      longest_losing_streak: _streak,
      recovery_factor: _factor,
      open: _open,
      ...expected
    } = statisticsOf(tally);
    expect(figuresOfSlices("asset", [slice("EUR/USD", 25, 14, 1)])[0]?.statistics).toMatchObject(expected);
  });

  it("of assets are sorted by the lower bound, slices without one last", () => {
    const slices = [slice("few", 3, 0), slice("none", 0, 0, 2), slice("long", 300, 200), slice("bad", 1, 40)];
    expect(figuresOfSlices("asset", slices).map(({ key }) => key)).toEqual(["long", "few", "bad", "none"]);
  });

  it("of hours are in the clock's order, however good", () => {
    const hours = [slice("10", 300, 2), slice("9", 1, 40), slice("0", 0, 3)];
    expect(figuresOfSlices("hour", hours).map(({ key }) => key)).toEqual(["0", "9", "10"]);
  });
});
