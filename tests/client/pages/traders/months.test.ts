import { expect, it } from "vitest";
import { yearsOf } from "#client/pages/traders/months.tsx";
import type { Slice } from "#shared/contracts/slices.ts";

function slice(key: string, won: number, lost: number): Slice {
  return { key, won, lost, draw: 0, gains: won * 0.85, squared_gains: won * 0.85 ** 2 };
}

it("the months of a record stand in rows of a year, the newest first, each with its net and the year's", () => {
  const years = yearsOf([slice("2024-11", 3, 1), slice("2026-01", 0, 2), slice("2026-03", 2, 1)]);
  expect(years.map(({ year, net }) => [year, Number(net.toFixed(2))])).toEqual([
    [2026, -1.3],
    [2025, 0],
    [2024, 1.55],
  ]);
  expect(years[0]?.months.slice(0, 4)).toEqual([-2, null, 0.7, null]);
});
