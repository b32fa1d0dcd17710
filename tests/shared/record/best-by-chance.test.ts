import { array, assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { bestByChance } from "#shared/record/best-by-chance.ts";
import { LEAST_DECIDED } from "#shared/limits/sample-sizes.ts";

const tossers = (count: number, decided: number) => Array.from({ length: count }, () => decided);

// Of 200 simulated coin tossers.
test.each([
  [50, 0.69],
  [100, 0.635],
  [500, 0.56],
])("the median best rate of 200 people tossing a coin %i times each", (decided, rate) => {
  expect(bestByChance(tossers(200, decided))).toBeCloseTo(rate, 2);
});

test("one person tossing a coin has a median rate of one half, and without anybody there is none", () => {
  expect(bestByChance([100])).toBeCloseTo(0.5, 6);
  expect(bestByChance([])).toBeNull();
});

test("the rate is the median of the best, by the exact binomial distribution", () => {
  // Chance that none of 11 tossers has more than k of 160, by the binomial distribution itself.
  const none = (k: number) => sumOfBinomials(k, 160) ** 11;
  const rate = bestByChance(tossers(11, 160)) ?? Number.NaN;
  expect(none(Math.floor(rate * 160) - 1)).toBeLessThan(0.5);
  expect(none(Math.ceil(rate * 160))).toBeGreaterThan(0.5);
});

test("more people reach a higher best rate, and more tosses each a lower one", () => {
  const decided = integer({ min: LEAST_DECIDED, max: 100_000 });
  assert(
    property(array(decided, { minLength: 1, maxLength: 100 }), decided, (all, one) => {
      const rate = bestByChance(all) ?? Number.NaN;
      expect(rate).toBeGreaterThanOrEqual(0.5);
      expect(rate).toBeLessThan(1);
      expect(bestByChance([...all, one])).toBeGreaterThanOrEqual(rate);
      if (all.length > 1) expect(bestByChance(all.map((n) => n * 2))).toBeLessThan(rate);
    }),
  );
});

function sumOfBinomials(k: number, n: number): number {
  let term = 2 ** -n;
  let sum = term;
  for (let i = 1; i <= k; i += 1) {
    term = (term * (n - i + 1)) / i;
    sum += term;
  }
  return sum;
}
