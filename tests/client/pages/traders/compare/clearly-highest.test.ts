import { expect, it } from "vitest";
import { clearlyHighest } from "#client/pages/traders/compare/clearly-highest.ts";

const low = { low: 0.4, high: 0.5 };
const middle = { low: 0.45, high: 0.6 };
const high = { low: 0.7, high: 0.8 };

it.each([
  ["the one above all others", [low, high, middle], 1],
  ["none where two overlap", [low, middle], null],
  ["none where the two best overlap", [low, middle, { low: 0.55, high: 0.9 }], null],
  ["none where bounds touch", [low, { low: 0.5, high: 0.6 }], null],
  ["none where one has no interval", [low, null, high], null],
  ["none of one", [high], null],
])("%s is marked", (_what, intervals, index) => {
  expect(clearlyHighest(intervals)).toBe(index);
});
