import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Slice } from "#shared/contracts/slices.ts";
import { FAMILY_ERROR } from "#shared/multiple-comparisons.ts";
import { normalTail } from "#shared/normal-tail.ts";
import { figuresOfSlices } from "#shared/slices.ts";
import { LEAST_DECIDED, statisticsOf } from "#shared/statistics.ts";
import { addOutcome, EMPTY_TALLY, type Tally } from "#shared/tally.ts";

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
    expect(figuresOfSlices([slice("EUR/USD", 25, 14, 1)]).figures[0]?.statistics).toMatchObject(expected);
  });

  it("are sorted by the lower bound, slices without one last", () => {
    const slices = [slice("few", 3, 0), slice("none", 0, 0, 2), slice("long", 300, 200), slice("bad", 1, 40)];
    expect(figuresOfSlices(slices).figures.map(({ key }) => key)).toEqual(["long", "few", "bad", "none"]);
  });

  it("have no verdict below thirty decided signals", () => {
    const { figures, lookedAt, byChance } = figuresOfSlices([slice("lucky", LEAST_DECIDED - 1, 0)]);
    expect(figures[0]?.statistics.verdict).toBe("none");
    expect({ lookedAt, byChance }).toEqual({ lookedAt: 0, byChance: null });
  });

  it("call a single slice above break-even, but not the best of twelve", () => {
    const good = slice("good", 66, 34);
    const others = Array.from({ length: 11 }, (_, index) => slice(`other ${index}`, 54, 46));
    expect(figuresOfSlices([good]).figures[0]?.statistics).toMatchObject({
      verdict: "above",
      above_alone: false,
    });
    const { figures, lookedAt, byChance } = figuresOfSlices([...others, good]);
    expect(figures[0]).toMatchObject({
      key: "good",
      statistics: { verdict: "not_distinguishable", above_alone: true },
    });
    expect(lookedAt).toBe(12);
    // Net 66 × 0.85 − 34 = 22.1 over √(100 × 0.85), and over its own error.
    expect(byChance).toBeGreaterThan(12 * normalTail(2.4));
    expect(byChance).toBeLessThan(12 * normalTail(2.2));
  });

  it("take into account that every trader's record could be sliced", () => {
    const good = [slice("good", 66, 34)];
    expect(figuresOfSlices(good, 1).figures[0]?.statistics.verdict).toBe("above");
    expect(figuresOfSlices(good, 12).figures[0]?.statistics.verdict).toBe("not_distinguishable");
  });

  it("expect more than half of the slices to look as good by chance as a best one below break-even", () => {
    const { byChance, lookedAt } = figuresOfSlices([slice("a", 50, 50), slice("b", 40, 60)]);
    expect(lookedAt).toBe(2);
    expect(byChance).toBeGreaterThan(1);
  });

  it("call a slice above only if chance would bring fewer than the significance level", () => {
    const counts = fc.record({
      won: fc.integer({ min: 0, max: 300 }),
      lost: fc.integer({ min: 0, max: 300 }),
    });
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 24 }), (some) => {
        const { figures, byChance } = figuresOfSlices(
          some.map(({ won, lost }, index) => slice(String(index), won, lost)),
        );
        const hasAbove = figures.some(({ statistics }) => statistics.verdict === "above");
        expect(hasAbove).toBe(byChance !== null && byChance <= FAMILY_ERROR);
      }),
    );
  });
});
