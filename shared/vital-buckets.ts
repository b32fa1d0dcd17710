/** Histogram of a web vital: stretches that grow by 7 % each, so that few rows hold any range at the same precision. */
import type { Vital } from "./contracts/vitals.ts";

/** The last stretch holds everything above: from 104 s on, or a layout shift of 13. */
export const MAX_BUCKET = 140;
const GROWTH = 1.07;
const FIRST_UPPER_MS = 8;
const FIRST_UPPER_CLS = 0.001;

/** Stretch that a value of 0 or more belongs to: 0 to `MAX_BUCKET`. */
export function bucketOf(vital: Vital, value: number): number {
  const steps = Math.log(value / firstUpper(vital)) / Math.log(GROWTH);
  // A value that is a bound itself must not fall behind it by a rounding error.
  return Math.min(MAX_BUCKET, Math.max(0, Math.ceil(steps - 1e-9)));
}

/** Largest value of a stretch. */
export function upperBound(vital: Vital, bucket: number): number {
  return firstUpper(vital) * GROWTH ** bucket;
}

/**
 * The value that `share` of the measurements do not exceed, rounded up to the bound of its stretch; null without any.
 * `counts` maps stretches to how many fell into them.
 */
export function percentile(vital: Vital, counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= share * total) return upperBound(vital, bucket);
  }
  return null;
}

function firstUpper(vital: Vital): number {
  return vital === "cls" ? FIRST_UPPER_CLS : FIRST_UPPER_MS;
}
