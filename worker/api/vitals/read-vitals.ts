/** The 75th percentile of every page and metric, from the histogram. */
import * as v from "valibot";
import { type Vital, VITALS, type VitalsSummary } from "#shared/contracts/vitals.ts";
import { PAGES } from "#shared/routes.ts";
import { percentile } from "#shared/vital-buckets.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { dayOf } from "./record-vitals.ts";

const Row = v.object({
  page: v.string(),
  metric: v.picklist(VITALS),
  bucket: v.number(),
  count: v.number(),
});

type Counts = Map<number, number>;

/** Today and the days before it. Pages that have been taken off the site are left out. */
export async function readVitals(
  { db, now }: Pick<ApiDependencies, "db" | "now">,
  days: VitalsSummary["days"],
): Promise<VitalsSummary> {
  const { results } = await db
    .prepare(
      `SELECT page, metric, bucket, sum(count) AS count FROM web_vitals
       WHERE day > ?1 GROUP BY page, metric, bucket`,
    )
    .bind(dayOf(now()) - days)
    .all();
  const histograms = new Map<string, Counts>();
  for (const { page, metric, bucket, count } of results.map((row) => v.parse(Row, row))) {
    const key = `${page} ${metric}`;
    histograms.set(key, (histograms.get(key) ?? new Map()).set(bucket, count));
  }
  const rows = PAGES.map((page) => {
    const of = (vital: Vital) => summarise(vital, histograms.get(`${page} ${vital}`));
    return { page, lcp: of("lcp"), inp: of("inp"), cls: of("cls"), fcp: of("fcp"), ttfb: of("ttfb") };
  });
  return { days, results: rows.filter((row) => VITALS.some((vital) => row[vital] !== null)) };
}

function summarise(vital: Vital, counts: Counts = new Map()): { p75: number; count: number } | null {
  const p75 = percentile(vital, counts, 0.75);
  if (p75 === null) return null;
  const count = [...counts.values()].reduce((sum, each) => sum + each, 0);
  return { p75: vital === "cls" ? Math.round(p75 * 1000) / 1000 : Math.round(p75), count };
}
