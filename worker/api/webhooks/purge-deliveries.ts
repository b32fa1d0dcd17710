/** Deliveries are kept for `DELIVERY_DAYS`. */
import { asc, inArray, lt } from "drizzle-orm";
import type { Database } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { webhookDeliveries } from "./tables.ts";
import { DELIVERY_DAYS, DELIVERY_PURGE_BATCH } from "#shared/limits/webhooks.ts";
import { DAY_MS } from "#shared/time-units.ts";

/** Statement that deletes deliveries made before `untilMs`, whatever their state. */
export function deleteOldDeliveries(db: Database, untilMs: number) {
  const oldest = db
    .select({ seq: webhookDeliveries.seq, created_at: webhookDeliveries.created_at })
    .from(webhookDeliveries)
    .orderBy(asc(webhookDeliveries.seq))
    .limit(DELIVERY_PURGE_BATCH)
    .as("oldest");
  const old = db.select({ seq: oldest.seq }).from(oldest).where(lt(oldest.created_at, untilMs));
  return db.delete(webhookDeliveries).where(inArray(webhookDeliveries.seq, old));
}

export async function purgeOldDeliveries({ db, now }: Pick<ApiDependencies, "db" | "now">): Promise<void> {
  await deleteOldDeliveries(db, now() - DELIVERY_DAYS * DAY_MS);
}
