import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCalled, marksByEntries, markOf, marksOf, verdictOf } from "#shared/record/e-bh.ts";
import { createReplay } from "#shared/record/replay.ts";
import { chained, joined, published } from "#tests/support/chained.ts";
import { priced } from "#tests/support/priced-acts.ts";

const one = (evidence: number, evidence_below = 1) => ({ evidence, evidence_below });

describe("e-BH at 5 %", () => {
  it("calls the first k of m from m / (0.05 k) on, for the largest such k", () => {
    expect(leastCalled([], 20)).toBe(Infinity);
    expect(leastCalled([399.9, 5], 20)).toBe(Infinity);
    expect(leastCalled([400, 5], 20)).toBe(400);
    expect(leastCalled([5000, 200, 133], 20)).toBe(200);
    // The first alone falls short, and both together do not.
    expect(leastCalled([250, 200], 20)).toBe(200);
    expect(leastCalled([250, 200], 40)).toBe(Infinity);
    expect(leastCalled([210, 205, 200, 99, 79], 20)).toBe(200);
  });

  it("calls nobody below 20, although m / (0.05 m) may round to less", () => {
    expect(leastCalled(Array<number>(23).fill(20), 23)).toBe(20);
    expect(leastCalled(Array<number>(23).fill(19.999999999999996), 23)).toBe(Infinity);
  });

  it("calls everyone at or above the least, and nobody else", () => {
    const all = fc.array(fc.double({ min: 0, max: 1000, noNaN: true }), { maxLength: 40 });
    fc.assert(
      fc.property(all, fc.integer({ min: 20, max: 60 }), (some, m) => {
        const least = leastCalled(
          some.toSorted((a, b) => b - a),
          m,
        );
        const called = some.filter((evidence) => evidence >= least);
        for (const evidence of called) expect(evidence).toBeGreaterThanOrEqual(m / (0.05 * called.length));
        // One more would not do.
        const [next = 0] = some.filter((evidence) => evidence < least).toSorted((a, b) => b - a);
        expect(next).toBeLessThan(m / (0.05 * (called.length + 1)));
      }),
    );
  });
});

describe("the verdicts on all traders", () => {
  it("count at least twenty handles, so that each new one is no fresh chance", () => {
    expect(marksOf(1, [one(400)])).toEqual({ m: 20, leastAbove: 400, leastBelow: Infinity });
    expect(marksOf(21, [one(400)])).toMatchObject({ m: 21, leastAbove: Infinity });
    expect([20, 60].map(markOf)).toEqual([400, 1200]);
  });

  it("are above, below or not shown, each by its own evidence", () => {
    const all = [one(0.1, 450), one(1, 1), one(399), one(500)];
    const marks = marksOf(4, all);
    expect(all.map((evidence) => verdictOf(evidence, marks))).toEqual([
      "below",
      "not_shown",
      "above",
      "above",
    ]);
    expect(verdictOf(one(398), marks)).toBe("not_shown");
  });

  it("compare by the entries all who ever published under a price rule, and nobody else", async () => {
    const replay = createReplay();
    expect(marksByEntries(replay.state).m).toBe(20);
    const handles = Array.from({ length: 22 }, (_, index) => `trader-${index}`);
    const publications = handles.map((trader) => priced(`by ${trader}`, { trader }));
    const byHand = [joined("by-hand"), published("by hand", 1, { trader: "by-hand" })];
    const entries = await chained([...handles.map((trader) => joined(trader)), ...byHand, ...publications]);
    const counts = entries.map((entry) => {
      expect(replay.add(entry)).toBeNull();
      return marksByEntries(replay.state).m;
    });
    expect(counts.slice(-4)).toEqual([20, 20, 21, 22]);
  });
});
