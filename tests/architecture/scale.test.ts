/** worker/SCALE.md has the figures that the model computes from the last measurements, and the model computes them correctly. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ASSUMED, SHIPPED, SWITCHED } from "#tests/bench/scale/assumptions.ts";
import { frontAddresses, missesPerSecond } from "#tests/bench/scale/cache-misses.ts";
import { CURVE, usageOfMonth, useOf, wallOf } from "#tests/bench/scale/day.ts";
import { LIMIT_NAMES } from "#tests/bench/scale/demand.ts";
import { readMeasured } from "#tests/bench/scale/measured.ts";
import { monthlyDollars } from "#tests/bench/scale/platform.ts";
import { keptReports } from "#tests/bench/scale/sampled-reports.ts";
import { PAGE, writePage } from "#tests/bench/scale/scale-page.ts";

const measured = readMeasured();

describe("worker/SCALE.md", () => {
  const page = readFileSync(PAGE, "utf8");

  it("has exactly the figures that the model computes from the last measurements", () => {
    expect(page).toBe(writePage(page, measured));
  });

  it("has a link to Cloudflare's documentation for every numbered source", () => {
    for (const [, number] of page.matchAll(/\[(\d+)\]/g))
      expect(page).toMatch(new RegExp(`^${number}\\. <https://developers\\.cloudflare\\.com/`, "m"));
  });
});

describe("the model", () => {
  it("has a daily curve with a mean of 1 and the assumed factor as its peak", () => {
    expect(CURVE.reduce((sum, factor) => sum + factor) / CURVE.length).toBeCloseTo(1, 5);
    expect(Math.max(...CURVE)).toBeCloseTo(ASSUMED.peakFactor, 5);
  });

  it("renders an address again at most once a second per location, and on every request if these are rarer", () => {
    expect(missesPerSecond(1e9, frontAddresses(2))).toBeCloseTo(2 * ASSUMED.locations, 0);
    expect(missesPerSecond(0.001, frontAddresses(2))).toBeCloseTo(0.001, 5);
  });

  it("stores every report of a small site, and limits how many a large site stores", () => {
    expect(keptReports(1, 16)).toBeCloseTo(1, 5);
    expect(keptReports(100_000, 1_600_000) / 100_000).toBeLessThan(0.4);
  });

  it("computes the traffic at which each limit is used up, and more traffic never uses less", () => {
    for (const setting of [SHIPPED, SWITCHED])
      for (const limit of LIMIT_NAMES) {
        const wall = wallOf(measured, setting, limit);
        if (!Number.isFinite(wall)) continue;
        expect(useOf(measured, setting, wall)[limit], limit).toBeCloseTo(1, 2);
        expect(useOf(measured, setting, 2 * wall)[limit], limit).toBeGreaterThan(1);
      }
  });

  it("charges only what exceeds the month's included usage", () => {
    const month = usageOfMonth(measured, SWITCHED, 1_000);
    expect(Object.values(monthlyDollars(month)).every((dollars) => dollars === 0)).toBe(true);
    expect(monthlyDollars({ ...month, "Workers, requests [2]": 11e6 })["Workers, requests [2]"]).toBeCloseTo(
      0.3,
    );
  });
});
