/** The recipients of a page: its browsers whose members still want to be told. */
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "#worker/api/database.ts";
import { follows } from "#worker/api/tables/profile.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { notificationSettings, pushPages, pushSubscriptions } from "#worker/api/tables/push.ts";

/** Statement; CROSS JOIN fixes the order of the tables. */
export function selectRecipients(db: Database, seq: number, serverKey: string) {
  const ids = sql`(SELECT value FROM ${pushPages}, json_each(${pushPages.subscriptions}) WHERE ${pushPages.seq} = ${seq})`;
  const traderId = sql`(SELECT ${signals.trader_id} FROM ${pushPages} CROSS JOIN ${signals}
    WHERE ${pushPages.seq} = ${seq} AND ${signals.id} = ${pushPages.signal_id})`;
  return db
    .select({
      id: pushSubscriptions.id,
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      language: sql<
        typeof pushSubscriptions.$inferSelect.language
      >`coalesce(${accounts.language}, ${pushSubscriptions.language})`.as("read_language"),
      time_zone: sql<string>`coalesce(${accounts.time_zone}, ${pushSubscriptions.time_zone})`.as("read_zone"),
      quiet_from: notificationSettings.quiet_from,
      quiet_until: notificationSettings.quiet_until,
    })
    .from(pushSubscriptions)
    .crossJoin(follows)
    .crossJoin(accounts)
    .leftJoin(notificationSettings, eq(notificationSettings.account_id, accounts.id))
    .where(
      and(
        inArray(pushSubscriptions.id, ids),
        eq(pushSubscriptions.server_key, serverKey),
        eq(follows.account_id, pushSubscriptions.account_id),
        eq(follows.trader_id, traderId),
        eq(follows.is_muted, false),
        eq(accounts.id, pushSubscriptions.account_id),
        eq(accounts.is_active, true),
        sql`coalesce(${notificationSettings.push}, 1) = 1`,
      ),
    );
}

export type Recipient = Awaited<ReturnType<typeof selectRecipients>>[number];
