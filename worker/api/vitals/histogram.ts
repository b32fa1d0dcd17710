/**
 * Histogram of the web vitals: buckets that grow by 7 % each, so that few rows cover any range at the same precision. Adds
 * measurements, deletes old days, and reads percentiles.
 */
import { gt, lt, sql } from "drizzle-orm";
import {
  VITALS,
  VITALS_KEPT_DAYS,
  type VitalsReport,
  type Vital,
  type VitalsSummary,
} from "#shared/contracts/vitals.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { PAGES } from "#shared/site/routes.ts";
import { webVitals } from "#worker/api/tables/vitals.ts";
import { MAX_BUCKET } from "#shared/limits/monitoring.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

const GROWTH = 1.07;
const FIRST_UPPER_MS = 8;
const FIRST_UPPER_CLS = 0.001;

/** Days since the epoch, in UTC. */
function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** One statement of at most five rows, whatever the traffic. The report counts `weight` times. */
export async function recordVitals(
  { db, now }: Pick<BaseDependencies, "db" | "now">,
  report: VitalsReport,
  weight: number,
): Promise<void> {
  const day = dayOf(now());
  const rows = VITALS.flatMap((metric) => {
    const value = report[metric];
    if (value === undefined) return [];
    return { day, page: report.page, metric, bucket: bucketOf(metric, value), count: weight };
  });
  const { metric, bucket, page, count } = webVitals;
  await db
    .insert(webVitals)
    .values(rows)
    .onConflictDoUpdate({
      target: [webVitals.day, page, metric, bucket],
      set: { count: sql`${count} + ${weight}` },
    });
}

/** For the scheduled handler. */
export async function purgeOldVitals({ db, now }: Pick<BaseDependencies, "db" | "now">): Promise<void> {
  const firstKept = dayOf(now()) - VITALS_KEPT_DAYS + 1;
  await db.delete(webVitals).where(lt(webVitals.day, firstKept));
}

type Counts = Map<number, number>;

/**
 * The 75th percentile of every page and metric, today and the days before it. Pages that have been removed from the site are
 * left out.
 */
export async function readVitals(
  { db, now }: Pick<BaseDependencies, "db" | "now">,
  days: VitalsSummary["days"],
): Promise<VitalsSummary> {
  const { page, metric, bucket, count } = webVitals;
  const found = await db
    .select({ page, metric, bucket, count: sql`sum(${count})`.mapWith(Number) })
    .from(webVitals)
    .where(gt(webVitals.day, dayOf(now()) - days))
    .groupBy(page, metric, bucket);
  const histograms = new Map<string, Counts>();
  for (const { page, metric, bucket, count } of found) {
    const key = `${page} ${metric}`;
    histograms.set(key, (histograms.get(key) ?? new Map()).set(bucket, count));
  }
  const rows = PAGES.map((page) => {
    const of = (vital: Vital) => summarise(vital, histograms.get(`${page} ${vital}`));
    return { page, lcp: of("lcp"), inp: of("inp"), cls: of("cls"), fcp: of("fcp"), ttfb: of("ttfb") };
  });
  return {
    days,
    results: rows.filter((row) => VITALS.some((vital) => row[vital] !== null)),
  };
}

function summarise(vital: Vital, counts: Counts = new Map()): { p75: number; count: number } | null {
  const p75 = percentile(vital, counts, 0.75);
  if (p75 === null) return null;
  const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return { p75: vital === "cls" ? Math.round(p75 * 1000) / 1000 : Math.round(p75), count };
}

/** Bucket of a value of 0 or more: 0 to `MAX_BUCKET`. */
export function bucketOf(vital: Vital, value: number): number {
  const steps = Math.log(value / firstUpper(vital)) / Math.log(GROWTH);
  // A value equal to a bound must not move to the next bucket by a rounding error.
  return Math.min(MAX_BUCKET, Math.max(0, Math.ceil(steps - 1e-9)));
}

/** Largest value of a bucket. */
export function upperBound(vital: Vital, bucket: number): number {
  return firstUpper(vital) * GROWTH ** bucket;
}

/**
 * The value that `share` of the measurements do not exceed, rounded up to the bound of its bucket; null without any.
 * `counts` maps buckets to their number of measurements.
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
