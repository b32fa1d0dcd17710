import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { VITALS } from "#shared/contracts/vitals.ts";
import { bucketOf, percentile, upperBound } from "#worker/api/vitals/histogram.ts";
import { MAX_BUCKET } from "#shared/limits/monitoring.ts";

describe("a histogram bucket", () => {
  it("contains every value up to its upper bound, and none of the bucket before it", () => {
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

  it("contains its own upper bound", () => {
    for (let bucket = 0; bucket <= MAX_BUCKET; bucket += 1) {
      expect(bucketOf("lcp", upperBound("lcp", bucket))).toBe(bucket);
      expect(bucketOf("cls", upperBound("cls", bucket))).toBe(bucket);
    }
  });
});

describe("a percentile", () => {
  it("is null without measurements", () => {
    expect(percentile("lcp", new Map(), 0.75)).toBeNull();
  });

  it("is at most one bucket above the exact value", () => {
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
