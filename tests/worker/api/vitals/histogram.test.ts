import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VITALS } from "#shared/contracts/vitals.ts";
import { bucketOf, percentile, upperBound } from "#worker/api/vitals/histogram.ts";
import { MAX_BUCKET } from "#shared/limits/monitoring.ts";

describe("a stretch", () => {
  it("holds every value up to its bound, and none that the one before it holds", () => {
    const anyVital = fc.constantFrom(...VITALS);
    fc.assert(
      fc.property(anyVital, fc.double({ min: 0, max: 700_000, noNaN: true }), (vital, value) => {
        const bucket = bucketOf(vital, value);
        expect(bucket).toBeGreaterThanOrEqual(0);
        expect(bucket).toBeLessThanOrEqual(MAX_BUCKET);
        if (bucket < MAX_BUCKET) expect(value).toBeLessThanOrEqual(upperBound(vital, bucket) * 1.0001);
        if (bucket > 0) expect(value).toBeGreaterThan(upperBound(vital, bucket - 1) * 0.9999);
      }),
    );
  });

  it("has its own bound in it", () => {
    for (let bucket = 0; bucket <= MAX_BUCKET; bucket += 1) {
      expect(bucketOf("lcp", upperBound("lcp", bucket))).toBe(bucket);
      expect(bucketOf("cls", upperBound("cls", bucket))).toBe(bucket);
    }
  });
});

describe("the stretches", () => {
  it("lie where those in storage do", () => {
    expect([upperBound("lcp", 0), upperBound("cls", 0)]).toEqual([8, 0.001]);
    expect([upperBound("lcp", MAX_BUCKET), upperBound("cls", MAX_BUCKET)].map(Math.round)).toEqual([
      103_949, 13,
    ]);
  });
});

describe("a percentile", () => {
  it("is null without measurements", () => {
    expect(percentile("lcp", new Map(), 0.75)).toBeNull();
  });

  it("lies at most one stretch above the true one", () => {
    const values = fc.array(fc.integer({ min: 9, max: 60_000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(values, (measured) => {
        const counts = new Map<number, number>();
        for (const value of measured) {
          const bucket = bucketOf("lcp", value);
          counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
        }
        const sorted = measured.toSorted((a, b) => a - b);
        const exact = sorted[Math.ceil(0.75 * sorted.length) - 1] ?? 0;
        const told = percentile("lcp", counts, 0.75) ?? 0;
        expect(told).toBeGreaterThanOrEqual(exact * 0.9999);
        expect(told).toBeLessThanOrEqual(exact * 1.0701);
      }),
    );
  });
});
