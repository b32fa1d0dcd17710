/** The browsers of a member that get push messages. */
import { and, count, desc, eq, exists, inArray, isNull, ne, notInArray, sql } from "drizzle-orm";
import type { NewPushSubscription, PushSubscriptionEntry } from "#shared/contracts/push.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { Member } from "#worker/api/session/index.ts";
import { sessions } from "#worker/api/tables/session.ts";
import { pushSubscriptions } from "#worker/api/tables/push.ts";
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
  /** False in a session by the id alone, which could be anybody's. */
  readonly isOwner: boolean;
  readonly serverKey: string;
  readonly nowMs: number;
}

/**
 * Idempotent. An endpoint of another account or session moves to this one. The owner's new browser replaces the one added
 * longest ago; a session by the id alone replaces only its own, and gets "full" if other sessions already have the maximum.
 */
export async function addSubscription(
  db: Database,
  { member: { accountId, sessionId }, isOwner, serverKey, nowMs }: Registration,
  { endpoint, keys, language, time_zone }: NewPushSubscription,
): Promise<PushSubscriptionEntry | "full" | "session_ended"> {
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
  const isOfAccount = eq(pushSubscriptions.account_id, accountId);
  const isOfOthers = and(
    isOfAccount,
    ne(pushSubscriptions.session_id, sessionId),
    ne(pushSubscriptions.endpoint, endpoint),
  );
  const kept = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(isOwner ? isOfAccount : eq(pushSubscriptions.endpoint, endpoint))
    .orderBy(desc(pushSubscriptions.created_at), desc(pushSubscriptions.id))
    .limit(MAX_PUSH_SUBSCRIPTIONS);
  const others = db.select({ count: count() }).from(pushSubscriptions).where(isOfOthers);
  const hasRoom = isOwner ? sql`1` : sql`(${others}) < ${MAX_PUSH_SUBSCRIPTIONS}`;
  const isIn = sql`${exists(device)} AND ${hasRoom}`;
  const [, , [row], [session]] = await db.batch([
    insertIf(db, pushSubscriptions, { id, endpoint, ...given }, isIn).onConflictDoUpdate({
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
      .where(
        and(
          isOfAccount,
          isOwner ? undefined : eq(pushSubscriptions.session_id, sessionId),
          notInArray(pushSubscriptions.id, kept),
        ),
      ),
    db
      .select()
      .from(pushSubscriptions)
      .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.session_id, sessionId))),
    device,
  ]);
  if (row) return toEntry(row);
  return session ? "full" : "session_ended";
}

/** False if it is not the member's. */
export async function removeSubscription(db: Database, accountId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.id, id), eq(pushSubscriptions.account_id, accountId)));
  return meta.changes > 0;
}

/** For a browser that has unsubscribed; a session by the id alone removes only what it has added. */
export async function removeEndpoint(
  db: Database,
  { member: { accountId, sessionId }, isOwner }: Pick<Registration, "member" | "isOwner">,
  endpoint: string,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.endpoint, endpoint),
        eq(pushSubscriptions.account_id, accountId),
        isOwner ? undefined : eq(pushSubscriptions.session_id, sessionId),
      ),
    );
}

/** Statement for browsers that their push service no longer knows. */
export function removeGone(db: Database, ids: readonly string[]) {
  return db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, [...ids]));
}
