/**
 * Creates deliveries from ledger entries, and deletes them after `DELIVERY_DAYS`. Each webhook has its own position in the
 * ledger, so that nothing is lost if a run breaks off.
 */
import { and, asc, eq, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import type { Database } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { webhookDeliveries, webhooks } from "#worker/api/tables/webhooks.ts";
import { DELIVERY_DAYS, DELIVERY_PURGE_BATCH, WEBHOOK_ENTRIES } from "#shared/limits/webhooks.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

/** `seq` of the ledger's newest entry; 0 while there is none. */
export const ledgerHead = sql<number>`(SELECT coalesce(max(seq), 0) FROM ${ledger})`;

const eventOfEntry = sql`CASE ${ledger.kind} WHEN 'published' THEN 'signal.published' WHEN 'voided' THEN 'signal.voided'
  ELSE iif(${ledger.payload} ->> 'cause' = 'correction', 'signal.corrected', 'signal.settled') END`;

/**
 * Statement that creates pending deliveries from the next `WEBHOOK_ENTRIES` entries, in the ledger's order. CROSS JOIN fixes
 * the order of the tables.
 */
export function insertDeliveries(db: Database, webhookId: string, nowMs: number) {
  return db
    .insert(webhookDeliveries)
    .select(
      sql`SELECT NULL, ${webhooks.id}, ${ledger.seq}, ${ledger.signal_id}, ${eventOfEntry}, ${ledger.at}, ${nowMs}, 'pending', 0,
          ${nowMs}, NULL, NULL, NULL
        FROM ${webhooks} CROSS JOIN ${ledger} CROSS JOIN ${signals} CROSS JOIN ${traders}
        WHERE ${webhooks.id} = ${webhookId} AND ${webhooks.off_since} IS NULL
          AND ${ledger.seq} > ${webhooks.seq} AND ${ledger.seq} <= ${webhooks.seq} + ${WEBHOOK_ENTRIES}
          AND ${signals.id} = ${ledger.signal_id} AND ${traders.id} = ${signals.trader_id}
          AND ${eventOfEntry} IN (SELECT value FROM json_each(${webhooks.events}))
          AND (${webhooks.traders} = '[]' OR ${traders.handle} IN (SELECT value FROM json_each(${webhooks.traders})))
        ORDER BY ${ledger.seq}`,
    )
    .onConflictDoNothing();
}

/** Statement for up to `limit` deliveries that are due, oldest first; each with the current state of its webhook. */
export function selectDue(db: Database, webhookId: string, nowMs: number, limit: number) {
  return db
    .select({
      seq: webhookDeliveries.seq,
      ledger_seq: webhookDeliveries.ledger_seq,
      signal_id: webhookDeliveries.signal_id,
      type: webhookDeliveries.type,
      at: webhookDeliveries.at,
      attempts: webhookDeliveries.attempts,
      webhook: {
        id: webhooks.id,
        url: webhooks.url,
        secret_version: webhooks.secret_version,
        old_secret_until: webhooks.old_secret_until,
      },
    })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhook_id))
    .where(
      and(
        eq(webhookDeliveries.webhook_id, webhookId),
        eq(webhookDeliveries.state, "pending"),
        lte(webhookDeliveries.next_at, nowMs),
        isNull(webhooks.off_since),
      ),
    )
    .orderBy(asc(webhookDeliveries.seq))
    .limit(limit);
}

export type Due = Awaited<ReturnType<typeof selectDue>>[number];

/**
 * Advances a webhook by some entries, in one transaction; returns what is due then, and whether the ledger has further
 * entries.
 */
export async function makeDeliveries(db: Database, webhookId: string, nowMs: number, limit: number) {
  const isWebhook = and(eq(webhooks.id, webhookId), isNull(webhooks.off_since));
  const [, , due, [place]] = await db.batch([
    insertDeliveries(db, webhookId, nowMs),
    db
      .update(webhooks)
      .set({ seq: sql`min(${webhooks.seq} + ${WEBHOOK_ENTRIES}, ${ledgerHead})` })
      .where(and(isWebhook, lt(webhooks.seq, ledgerHead))),
    selectDue(db, webhookId, nowMs, limit),
    db
      .select({ isBehind: sql<number>`${webhooks.seq} < ${ledgerHead}` })
      .from(webhooks)
      .where(isWebhook),
  ]);
  return { due, isBehind: place?.isBehind === 1 };
}

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

export async function purgeOldDeliveries({ db, now }: Pick<BaseDependencies, "db" | "now">): Promise<void> {
  await deleteOldDeliveries(db, now() - DELIVERY_DAYS * DAY_MS);
}
