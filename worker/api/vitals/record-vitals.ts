/** Adds measurements to the histogram and lets old days go. */
import { VITALS, VITALS_KEPT_DAYS, type VitalsReport } from "#shared/contracts/vitals.ts";
import { bucketOf } from "#shared/vital-buckets.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";

const DAY_MS = 86_400_000;

/** Days since the epoch, in UTC. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** One statement of at most five rows, whatever the traffic was before. */
export async function recordVitals(
  { db, now }: Pick<ApiDependencies, "db" | "now">,
  report: VitalsReport,
): Promise<void> {
  const values: (string | number)[] = [dayOf(now()), report.page];
  const rows = VITALS.flatMap((vital) => {
    const value = report[vital];
    if (value === undefined) return [];
    return `(?1, ?2, ?${values.push(vital)}, ?${values.push(bucketOf(vital, value))}, 1)`;
  });
  await db
    .prepare(
      `INSERT INTO web_vitals (day, page, metric, bucket, count) VALUES ${rows.join(", ")}
       ON CONFLICT DO UPDATE SET count = count + 1`,
    )
    .bind(...values)
    .run();
}

/** For the scheduled handler. */
export async function purgeOldVitals({ db, now }: Pick<ApiDependencies, "db" | "now">): Promise<void> {
  const firstKept = dayOf(now()) - VITALS_KEPT_DAYS + 1;
  await db.prepare("DELETE FROM web_vitals WHERE day < ?1").bind(firstKept).run();
}
