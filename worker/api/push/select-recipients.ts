/** The recipients of a signal: browsers of its trader's current followers. */
import { and, asc, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#worker/api/database.ts";
import { follows } from "#worker/api/profile/tables.ts";
import { accounts } from "#worker/api/session/tables.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { notificationSettings, pushSubscriptions } from "./tables.ts";
import { PUSH_SENDER_DIGITS } from "#shared/limits/push.ts";

/** The recipient that a page ended with. */
export interface PageEnd {
  readonly account_id: string;
  readonly id: string;
}

/** Literally as in the index `follows_told`: SQLite uses no partial index for a parameter. */
const isTold = sql`${follows.is_muted} = 0`;

/** Sorts after every id with the same beginning: ids are letters, digits and hyphens. */
const END = "~";

/** Statement for the first digits of the ids of all accounts with recipients: each belongs to one sender. */
export function selectPrefixes(db: Database, traderId: number, serverKey: string) {
  return db
    .selectDistinct({
      prefix: sql<string>`substr(${follows.account_id}, 1, ${PUSH_SENDER_DIGITS})`.as("prefix"),
    })
    .from(follows)
    .crossJoin(pushSubscriptions)
    .where(
      and(
        eq(follows.trader_id, traderId),
        isTold,
        eq(pushSubscriptions.account_id, follows.account_id),
        eq(pushSubscriptions.server_key, serverKey),
      ),
    );
}

/**
 * Statement for recipients that meet the condition. CROSS JOIN fixes the order of the tables: followers first, through their
 * index.
 */
function selectRecipients(db: Database, signalId: string, serverKey: string, condition: SQL | undefined) {
  return db
    .select({
      id: pushSubscriptions.id,
      account_id: pushSubscriptions.account_id,
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
    .from(signals)
    .crossJoin(follows)
    .crossJoin(pushSubscriptions)
    .crossJoin(accounts)
    .leftJoin(notificationSettings, eq(notificationSettings.account_id, accounts.id))
    .where(
      and(
        eq(signals.id, signalId),
        eq(follows.trader_id, signals.trader_id),
        isTold,
        eq(pushSubscriptions.account_id, follows.account_id),
        eq(pushSubscriptions.server_key, serverKey),
        eq(accounts.id, follows.account_id),
        eq(accounts.is_active, true),
        sql`coalesce(${notificationSettings.push}, 1) = 1`,
        condition,
      ),
    );
}

export type Recipient = Awaited<ReturnType<typeof selectRecipients>>[number];

interface PageSelection {
  readonly signalId: string;
  readonly serverKey: string;
  /** First digits of the accounts' ids. */
  readonly prefix: string;
  readonly after: PageEnd | null;
  readonly limit: number;
}

/** Statement for the next `limit` recipients after `after`, in the order of their accounts. */
export function selectPage(db: Database, { signalId, serverKey, prefix, after, limit }: PageSelection) {
  const isIn = and(
    gte(follows.account_id, after?.account_id ?? prefix),
    lt(follows.account_id, prefix + END),
    after === null
      ? undefined
      : or(gt(follows.account_id, after.account_id), gt(pushSubscriptions.id, after.id)),
  );
  return selectRecipients(db, signalId, serverKey, isIn)
    .orderBy(asc(follows.account_id), asc(pushSubscriptions.id))
    .limit(limit);
}

/** Statement for those of the recipients that are still recipients. */
export function selectStill(db: Database, signalId: string, serverKey: string, ids: readonly string[]) {
  return selectRecipients(db, signalId, serverKey, inArray(pushSubscriptions.id, [...ids]));
}
