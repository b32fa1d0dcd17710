/** Deliveries are kept for `DELIVERY_DAYS`. */
import { asc, inArray, lt } from "drizzle-orm";
import { DELIVERY_DAYS } from "#shared/limits.ts";
import type { Database } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { webhookDeliveries } from "./tables.ts";

/** Rows dropped in one run: more than ten webhooks get in a minute. */
const PURGE_BATCH = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Statement that drops deliveries made before `untilMs`, whatever became of them. */
export function deleteOldDeliveries(db: Database, untilMs: number) {
  const oldest = db
    .select({ seq: webhookDeliveries.seq, created_at: webhookDeliveries.created_at })
    .from(webhookDeliveries)
    .orderBy(asc(webhookDeliveries.seq))
    .limit(PURGE_BATCH)
    .as("oldest");
  const old = db.select({ seq: oldest.seq }).from(oldest).where(lt(oldest.created_at, untilMs));
  return db.delete(webhookDeliveries).where(inArray(webhookDeliveries.seq, old));
}

export async function purgeOldDeliveries({ db, now }: Pick<ApiDependencies, "db" | "now">): Promise<void> {
  await deleteOldDeliveries(db, now() - DELIVERY_DAYS * DAY_MS);
}
