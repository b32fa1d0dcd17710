import { expect, it } from "vitest";
import { bucketOf, percentile } from "#worker/api/vitals/histogram.ts";
import { createReportSample, type ReportSampleOptions } from "#worker/api/vitals/report-sample.ts";
import { randomNumbers } from "#worker/local/demo-data/random-numbers.ts";

/** Another address for each report. */
let reports = 0;
const somebody = () => `2001:db8::${(reports += 1)}`;

function sampleWith(options: Partial<ReportSampleOptions> = {}) {
  const clock = { ms: 0 };
  const sample = createReportSample({
    now: () => clock.ms,
    random: randomNumbers(1),
    oneIn: 1,
    ...options,
  });
  return { clock, weigh: (address = somebody()) => sample.weigh(address) };
}

it("estimates the total number of reports and their percentile correctly", () => {
  const { clock, weigh } = sampleWith({ oneIn: 10 });
  const random = randomNumbers(2);
  const all = new Map<number, number>();
  const kept = new Map<number, number>();
  const add = (counts: Map<number, number>, bucket: number, weight: number) =>
    counts.set(bucket, (counts.get(bucket) ?? 0) + weight);
  for (let minute = 0; minute < 60; minute += 1) {
    for (let visit = 0; visit < 2_000; visit += 1) {
      const bucket = bucketOf("lcp", 300 + 3_000 * random() ** 2);
      add(all, bucket, 1);
      add(kept, bucket, weigh() ?? 0);
    }
    clock.ms += 60_000;
  }
  const total = (counts: Map<number, number>) => [...counts.values()].reduce((sum, count) => sum + count);
  expect(total(all)).toBe(120_000);
  expect(total(kept) / total(all)).toBeGreaterThan(0.97);
  expect(total(kept) / total(all)).toBeLessThan(1.03);
  const ratio = (percentile("lcp", kept, 0.75) ?? 0) / (percentile("lcp", all, 0.75) ?? 1);
  expect(Math.abs(ratio - 1)).toBeLessThan(0.071);
});

it("keeps one in as many reports as configured", () => {
  const { weigh } = sampleWith({ oneIn: 100 });
  const weights = Array.from({ length: 20_000 }, () => weigh());
  expect(new Set(weights)).toEqual(new Set([0, 100]));
  const kept = weights.filter((weight) => weight === 100).length;
  expect(kept).toBeGreaterThan(150);
  expect(kept).toBeLessThan(250);
  expect(sampleWith({ oneIn: 1 }).weigh()).toBe(1);
});

it("limits the reports of one address, whatever the sampling", () => {
  const { weigh } = sampleWith({ random: () => 0 });
  const weights = Array.from({ length: 30 }, () => weigh("203.0.113.9"));
  expect(weights.filter((weight) => weight === null)).toHaveLength(10);
  expect(weigh()).toBe(1);
});
