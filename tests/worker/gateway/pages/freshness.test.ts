import { describe, expect, it } from "vitest";
import { createFreshness } from "#worker/gateway/pages/freshness.ts";

const READ_AT_MS = 1_000_000;

describe("what was read", () => {
  it.each([
    [0, "fresh"],
    [999, "fresh"],
    [1_000, "stale"],
    [1_999, "stale"],
    [2_000, "gone"],
    // Read on a machine whose clock is ahead.
    [-5, "fresh"],
    [-2_000, "gone"],
  ])("%i ms ago is %s", (ageMs, age) => {
    expect(createFreshness(() => READ_AT_MS + ageMs).of(READ_AT_MS)).toBe(age);
  });

  it("before a purge or in its millisecond is gone, and after it is fresh", () => {
    let nowMs = READ_AT_MS;
    const freshness = createFreshness(() => nowMs);
    freshness.purge();
    nowMs += 1;
    expect([READ_AT_MS - 1, READ_AT_MS, nowMs].map(freshness.of)).toEqual(["gone", "gone", "fresh"]);
    expect(freshness.purges()).toBe(1);
  });

  it("is always fresh where it is no data", () => {
    const freshness = createFreshness(() => READ_AT_MS);
    freshness.purge();
    expect(freshness.of(null)).toBe("fresh");
  });
});
