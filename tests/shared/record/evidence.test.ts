import { describe, expect, it } from "vitest";
import {
  betOnCorrection,
  betOnEnd,
  betOnPublished,
  evidenceOf,
  FIRST_PURSES,
  FRACTIONS,
  type Purses,
  stakesAfter,
  stakesOf,
} from "#shared/record/evidence.ts";
import type { CountedEnding } from "#shared/record/tally.ts";
import { highestEvidence, NO_EDGE, PAYOUT, sharesReaching, WAYS } from "#tests/support/bettors.ts";
import { randomNumbers } from "#worker/local/demo-data/random-numbers.ts";

interface End extends Omit<CountedEnding, "becameLate"> {
  readonly isLate: boolean;
  readonly payout: number;
}

const byPrices = (outcome: CountedEnding["outcome"], changes: Partial<End> = {}): End => ({
  outcome,
  isByPrices: true,
  isLate: false,
  payout: PAYOUT,
  ...changes,
});
const byHand = (outcome: CountedEnding["outcome"]) => byPrices(outcome, { isByPrices: false });
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

/** One after another. */
function after(ends: readonly End[]): Purses {
  return ends.reduce((purses, end) => {
    const stakes = stakesOf(purses, end.payout);
    return betOnEnd(betOnPublished(purses, stakes), stakes, end);
  }, FIRST_PURSES);
}

/** All published before the first ends. */
function atOnce(count: number, ends: readonly End[]): Purses {
  let purses = FIRST_PURSES;
  const stakes = times(count, null).map(() => {
    const staked = stakesOf(purses, PAYOUT);
    purses = betOnPublished(purses, staked);
    return staked;
  });
  for (const [index, end] of ends.entries()) purses = betOnEnd(purses, stakes[index] ?? null, end);
  return purses;
}

const [won, lost] = [byPrices("won"), byPrices("lost")];
const mean = (of: (f: number) => number) => FRACTIONS.reduce((sum, f) => sum + of(f), 0) / FRACTIONS.length;

describe("evidence for a trader", () => {
  it.each([
    ["nothing", FIRST_PURSES, 1],
    ["one published", atOnce(1, []), 0.807778],
    ["one won", after([won]), 1.16339],
    ["one lost", after([lost]), 0.807778],
    ["42 won", after(times(42, won)), 346480],
    ["128 won, then 93 lost", after([...times(128, won), ...times(93, lost)]), 0.882902],
    ["93 lost, then 128 won", after([...times(93, lost), ...times(128, won)]), 0.882902],
    ["600 won and 400 lost", after(times(200, [won, lost, won, lost, won]).flat()), 247.614],
    ["40 published at once, then all won", atOnce(40, times(40, won)), 1.73104],
    ["40 published at once, none settled", atOnce(40, []), 0.139956],
  ])("%s", (_what, purses, expected) => {
    expect(evidenceOf(purses).evidence / expected).toBeCloseTo(1, 5);
  });

  it.each([
    ["a draw", byPrices("draw"), 1],
    ["a void", byHand("void"), 1],
    ["a void without a price", byHand("void_unpriced"), 1],
    ["a win by hand", byHand("won"), 1],
    ["a late win", byPrices("won", { isLate: true }), 1],
    ["a loss by hand", byHand("lost"), 1 - mean((f) => f)],
    ["a void that counts as lost", byHand("void_lost"), 1 - mean((f) => f)],
    ["a late loss", byPrices("lost", { isLate: true }), 1 - mean((f) => f)],
  ])("after %s", (_what, end, expected) => {
    expect(evidenceOf(after([end])).evidence).toBeCloseTo(expected, 12);
  });
});

describe("evidence against a trader", () => {
  it("grows by what prices have lost in time, at the payout", () => {
    expect(evidenceOf(after([lost])).evidence_below).toBeCloseTo(1 + mean((f) => f), 12);
    expect(evidenceOf(after([won])).evidence_below).toBeCloseTo(1 - PAYOUT * mean((f) => f), 12);
    expect(evidenceOf(atOnce(1, [])).evidence_below).toBeCloseTo(1 - PAYOUT * mean((f) => f), 12);
  });

  it("says nothing of losses by rule, by hand and of late signals", () => {
    const late = { isLate: true };
    const ends = [byHand("lost"), byHand("won"), byHand("void_lost"), byHand("void"), byPrices("draw")];
    for (const end of [...ends, byPrices("lost", late), byPrices("won", late)])
      expect(evidenceOf(after([end])).evidence_below).toBeCloseTo(1, 12);
  });
});

describe("a correction", () => {
  const stakes = stakesOf(FIRST_PURSES, PAYOUT);
  const published = betOnPublished(FIRST_PURSES, stakes);
  const corrected = (
    from: "won" | "draw",
    to: "draw" | "lost",
    purses = betOnEnd(published, stakes, byHand(from)),
  ) => betOnCorrection(purses, stakes, { from, to, isLate: false, payout: PAYOUT });

  it("takes back what a worse outcome would not have returned", () => {
    for (const from of ["won", "draw"] as const)
      expect(corrected(from, "lost")).toEqual({ ...FIRST_PURSES, above: published.above });
    expect(corrected("won", "draw")).toEqual(FIRST_PURSES);
  });

  it("leaves no purse in debt", () => {
    const nearlyEmpty = { ...FIRST_PURSES, above: FRACTIONS.map(() => 0.001) };
    expect(corrected("won", "lost", nearlyEmpty).above.every((purse) => purse === 0)).toBe(true);
  });

  it("needs the stakes only of what was settled by hand, as won or drawn", () => {
    expect([byHand("won"), byHand("draw")].map((end) => stakesAfter(stakes, end))).toEqual([stakes, stakes]);
    expect([byHand("lost"), byHand("void"), won].map((end) => stakesAfter(stakes, end))).toEqual([
      null,
      null,
      null,
    ]);
  });
});

it("a purse holds what a number can", () => {
  const { evidence } = evidenceOf(after(times(3000, won)));
  expect(evidence).toBeGreaterThan(1e99);
  expect(evidence).toBeLessThanOrEqual(1e100);
});

/** The same over 4,000 worlds: tests/exhaustive/shared/evidence.test.ts. */
describe("by simulation", () => {
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("without an edge, evidence is rarely 20: %s", (way) => {
    const [share] = sharesReaching(way, { worlds: 200, signals: 200, marks: [20] });
    // One in twenty, and three standard errors of 200 worlds.
    expect(share).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / 200));
  });

  it("with an edge of ten points, evidence passes 400", () => {
    const steps = WAYS["one after another"]({ random: randomNumbers(1), signals: 1000, rate: NO_EDGE + 0.1 });
    expect(highestEvidence(steps)).toBeGreaterThan(400);
  });
});
