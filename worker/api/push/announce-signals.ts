/** Creates pages of followers to tell of new signals, and gives them to the queue, together with pages that the queue has lost. */
import { asc, inArray, lt, lte, max, sql } from "drizzle-orm";
import type { VapidKeys } from "./vapid.ts";
import type { BaseDependencies, Delivery } from "#worker/api/dependencies.ts";
import type { Database } from "#worker/api/database.ts";
import { follows } from "#worker/api/tables/profile.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { pushPages, pushProgress, pushSubscriptions } from "#worker/api/tables/push.ts";
import { MAX_OVERDUE_PAGES, OVERDUE_MS, PLATFORM } from "#shared/limits/deliveries.ts";
import { PUSH_PAGE } from "#shared/limits/push.ts";

interface Dependencies extends Pick<BaseDependencies, "db" | "now"> {
  readonly deliveries: Queue<Delivery>;
  readonly vapidKeys: VapidKeys;
}

/**
 * Statement that creates pages for signals whose entry is still to come. `is_muted = 0` stands literally as in the index
 * `follows_told`: SQLite uses no partial index for a parameter. CROSS JOIN fixes the order of the tables.
 */
export function insertPages(db: Database, serverKey: string, nowMs: number) {
  return db
    .insert(pushPages)
    .select(
      sql`SELECT NULL, signal_id, json_group_array(id), 0, ${nowMs} FROM (
          SELECT ${signals.id} AS signal_id, ${pushSubscriptions.id} AS id,
            (row_number() OVER (PARTITION BY ${signals.id} ORDER BY ${follows.account_id}) - 1) / ${sql.raw(String(PUSH_PAGE))} AS page
          FROM ${signals} CROSS JOIN ${follows} CROSS JOIN ${pushSubscriptions}
          WHERE ${signals.published_seq} > (SELECT ${pushProgress.seq} FROM ${pushProgress})
            AND ${signals.entry_at} > ${nowMs} AND ${signals.outcome} = 'open'
            AND ${follows.trader_id} = ${signals.trader_id} AND ${follows.is_muted} = 0
            AND ${pushSubscriptions.account_id} = ${follows.account_id} AND ${pushSubscriptions.server_key} = ${serverKey}
        ) GROUP BY signal_id, page`,
    )
    .returning({ seq: pushPages.seq });
}

/** Statement that marks long overdue pages as due now. */
export function renewOverdue(db: Database, nowMs: number) {
  const overdue = db
    .select({ seq: pushPages.seq })
    .from(pushPages)
    .where(lte(pushPages.next_at, nowMs - OVERDUE_MS))
    .orderBy(asc(pushPages.next_at))
    .limit(MAX_OVERDUE_PAGES);
  return db
    .update(pushPages)
    .set({ next_at: nowMs })
    .where(inArray(pushPages.seq, overdue))
    .returning({ seq: pushPages.seq });
}

/** Pages are created once, however many runs overlap: one transaction creates them and notes the last signal. */
export async function announceSignals({ db, now, deliveries, vapidKeys }: Dependencies): Promise<void> {
  const vapid = await vapidKeys();
  if (vapid === null) return;
  const head = db.select({ seq: sql<number>`coalesce(${max(signals.published_seq)}, 0)` }).from(signals);
  const [overdue, made] = await db.batch([
    renewOverdue(db, now()),
    insertPages(db, vapid.publicKey, now()),
    db
      .update(pushProgress)
      .set({ seq: sql`${head}` })
      .where(lt(pushProgress.seq, sql`${head}`)),
  ]);
  const pages = [...made, ...overdue].map(({ seq }) => ({ body: { push: seq } }));
  const sends: Promise<unknown>[] = [];
  for (let from = 0; from < pages.length; from += PLATFORM.messagesInBatch)
    sends.push(deliveries.sendBatch(pages.slice(from, from + PLATFORM.messagesInBatch)));
  await Promise.all(sends);
}
