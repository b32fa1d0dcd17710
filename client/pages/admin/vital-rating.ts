/** What a 75th percentile means. Thresholds: web.dev/articles/defining-core-web-vitals-thresholds, /fcp and /ttfb. */
import type { Vital } from "#shared/contracts/vitals.ts";

export type VitalRating = "good" | "fair" | "poor";

/** Good up to the first, poor above the second; milliseconds, `cls` a score. */
const LIMITS: Readonly<Record<Vital, readonly [good: number, poor: number]>> = {
  lcp: [2_500, 4_000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  fcp: [1_800, 3_000],
  ttfb: [800, 1_800],
};

export function ratingOf(vital: Vital, p75: number): VitalRating {
  const [good, poor] = LIMITS[vital];
  if (p75 <= good) return "good";
  return p75 <= poor ? "fair" : "poor";
}
