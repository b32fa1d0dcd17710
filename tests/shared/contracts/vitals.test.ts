import * as v from "valibot";
import { expect, it } from "vitest";
import { VitalsQuery, VitalsReport } from "#shared/contracts/vitals.ts";

it.each([
  ["lcp", 600_000],
  ["inp", 600_000],
  ["fcp", 600_000],
  ["ttfb", 600_000],
  ["cls", 1000],
])("the measurement %s may be from 0 to %i", (vital, most) => {
  const isTold = (value: number) => v.is(VitalsReport, { page: "home", [vital]: value });
  expect([-1, 0, most, most + 1].map(isTold)).toEqual([false, true, true, false]);
});

it("a report contains at least one measurement", () => {
  expect(v.is(VitalsReport, { page: "home" })).toBe(false);
});

it("staff can request 1, 7 or 30 days, and 7 by default", () => {
  expect([{}, { days: "1" }, { days: "30" }].map((query) => v.parse(VitalsQuery, query).days)).toEqual([
    7, 1, 30,
  ]);
  expect(["2", "", "7.5"].map((days) => v.is(VitalsQuery, { days }))).toEqual([false, false, false]);
});
