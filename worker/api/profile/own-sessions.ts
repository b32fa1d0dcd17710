/** The sessions where the member is signed in, and signing out remotely. */
import { and, asc, desc, eq, gt, isNull } from "drizzle-orm";
import type { MemberSession } from "#shared/contracts/profile.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { type Member, removeSubscriptionsOf, revokeSessionsOf } from "#worker/api/session/index.ts";
import { sessions } from "#worker/api/tables/session.ts";
import { MAX_LISTED_SESSIONS } from "#shared/limits/sessions.ts";

/** A row of `sessions` as its owner sees it. */
export function toMemberSession(session: typeof sessions.$inferSelect, currentId: string): MemberSession {
  return {
    id: session.id,
    device: session.user_agent,
    network: session.network,
    created_at: new Date(session.created_at).toISOString(),
    last_used_at: new Date(session.last_used_at).toISOString(),
    expires_at: new Date(session.expires_at).toISOString(),
    is_current: session.id === currentId,
  };
}

/** Those that have not ended, most recently used first. */
export async function listSessions(
  { db, now }: BaseDependencies,
  { accountId, sessionId }: Member,
): Promise<MemberSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.account_id, accountId), isOpen(now())))
    .orderBy(desc(sessions.last_used_at), asc(sessions.id))
    .limit(MAX_LISTED_SESSIONS);
  return rows.map((row) => toMemberSession(row, sessionId));
}

/** Ends one of the member's sessions, possibly the current one; false if it is not the member's or has ended. */
export async function endSession(
  { db, now }: BaseDependencies,
  { accountId }: Member,
  id: string,
): Promise<boolean> {
  const { meta } = await db
    .update(sessions)
    .set({ revoked_at: now() })
    .where(and(eq(sessions.id, id), eq(sessions.account_id, accountId), isOpen(now())));
  return meta.changes > 0;
}

function isOpen(nowMs: number) {
  return and(isNull(sessions.revoked_at), gt(sessions.expires_at, nowMs));
}

/**
 * Ends all sessions except the current one, and push to their browsers, also of sessions that have expired; returns how many
 * there were.
 */
export async function endOtherSessions(
  { db, now }: BaseDependencies,
  { accountId, sessionId }: Member,
): Promise<number> {
  const [ended] = await db.batch([
    revokeSessionsOf(db, accountId, { nowMs: now(), keepId: sessionId }),
    removeSubscriptionsOf(db, accountId, { keepId: sessionId }),
  ]);
  return ended.length;
}
