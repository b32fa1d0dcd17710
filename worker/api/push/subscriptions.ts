/** The browsers of a member that get push messages. */
import { and, desc, eq, exists, inArray, isNull, notInArray, sql } from "drizzle-orm";
import type { NewPushSubscription, PushSubscriptionEntry } from "#shared/contracts/push.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { Member } from "#worker/api/session/index.ts";
import { sessions } from "#worker/api/session/tables.ts";
import { pushSubscriptions } from "./tables.ts";
import { MAX_PUSH_SUBSCRIPTIONS } from "#shared/limits/push.ts";

/** Statement for those that subscribed with the site's current key, newest first. */
export function selectSubscriptions(db: Database, accountId: string, serverKey: string) {
  return db
    .select()
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.account_id, accountId), eq(pushSubscriptions.server_key, serverKey)))
    .orderBy(desc(pushSubscriptions.created_at), desc(pushSubscriptions.id));
}

export function toEntry({
  id,
  device,
  created_at: atMs,
  endpoint,
}: typeof pushSubscriptions.$inferSelect): PushSubscriptionEntry {
  return { id, device, created_at: new Date(atMs).toISOString(), endpoint };
}

interface Registration {
  readonly member: Member;
  readonly serverKey: string;
  readonly nowMs: number;
}

/**
 * Idempotent. An endpoint of another account or session moves to this one. Null if the session has ended since the request
 * was authenticated.
 */
export async function addSubscription(
  db: Database,
  { member: { accountId, sessionId }, serverKey, nowMs }: Registration,
  { endpoint, keys, language, time_zone }: NewPushSubscription,
): Promise<PushSubscriptionEntry | null> {
  const isSession = and(
    eq(sessions.id, sessionId),
    eq(sessions.account_id, accountId),
    isNull(sessions.revoked_at),
  );
  const device = db.select({ device: sessions.user_agent }).from(sessions).where(isSession);
  const given = {
    account_id: accountId,
    session_id: sessionId,
    p256dh: keys.p256dh,
    auth: keys.auth,
    server_key: serverKey,
    language,
    time_zone,
    device: sql`${device}`,
    created_at: nowMs,
  };
  const id = crypto.randomUUID();
  const newest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.account_id, accountId))
    .orderBy(desc(pushSubscriptions.created_at), desc(pushSubscriptions.id))
    .limit(MAX_PUSH_SUBSCRIPTIONS);
  const [, , [row]] = await db.batch([
    insertIf(db, pushSubscriptions, { id, endpoint, ...given }, exists(device)).onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        ...given,
        device: sql`excluded.device`,
        // Within the same account it keeps its id, so that a message in progress goes out once.
        id: sql`iif(${pushSubscriptions.account_id} = excluded.account_id, ${pushSubscriptions.id}, excluded.id)`,
      },
    }),
    db
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.account_id, accountId), notInArray(pushSubscriptions.id, newest))),
    db
      .select()
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.session_id, sessionId))),
  ]);
  return row ? toEntry(row) : null;
}

/** False where it is not the member's. */
export async function removeSubscription(db: Database, accountId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.account_id, accountId)));
  return meta.changes > 0;
}

/** For a browser that has unsubscribed. */
export async function removeEndpoint(db: Database, accountId: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.account_id, accountId)));
}

/** Statement for browsers that their push service no longer knows. */
export function removeGone(db: Database, ids: readonly string[]) {
  return db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
}
