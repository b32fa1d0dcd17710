/** Ends sessions: their refresh tokens are blacklisted, and their access tokens are refused wherever they are checked. */
import { and, eq, gt, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import type { CallerDependencies } from "./dependencies.ts";
import { pushSubscriptions } from "#worker/api/tables/push.ts";
import { invites, sessions } from "#worker/api/tables/session.ts";
import { type TokenFault, verifyToken } from "./tokens.ts";

/** Idempotent. Also ends push to the session's browser, even if the session has expired and was deleted. */
export async function revokeSession({ db, now }: BaseDependencies, sessionId: string): Promise<void> {
  await db.batch([
    db
      .update(sessions)
      .set({ revoked_at: now() })
      .where(and(eq(sessions.id, sessionId), isNull(sessions.revoked_at))),
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.session_id, sessionId)),
  ]);
}

/**
 * Statement that ends push to browsers of an account, except that of the session to keep. A trigger does this for sessions
 * that a statement ends; this is for those that have expired.
 */
export function removeSubscriptionsOf(
  db: Database,
  accountId: string,
  { keepId }: { readonly keepId?: string } = {},
) {
  return db
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.account_id, accountId),
        keepId === undefined ? undefined : ne(pushSubscriptions.session_id, keepId),
      ),
    );
}

/**
 * Statement that ends every session of an account, except the one to keep, and returns those it ended. The count of changes
 * would include what triggers remove.
 */
export function revokeSessionsOf(
  db: Database,
  accountId: string,
  { nowMs, keepId }: { readonly nowMs: number; readonly keepId?: string },
) {
  return db
    .update(sessions)
    .set({ revoked_at: nowMs })
    .where(
      and(
        eq(sessions.account_id, accountId),
        isNull(sessions.revoked_at),
        gt(sessions.expires_at, nowMs),
        keepId === undefined ? undefined : ne(sessions.id, keepId),
      ),
    )
    .returning({ id: sessions.id });
}

/** Statement that ends the other sessions of an account, if the previous statement in the batch changed anything. */
export function revokeOthersIfChanged(
  db: Database,
  accountId: string,
  { nowMs, keepId }: { readonly nowMs: number; readonly keepId: string },
) {
  return db
    .update(sessions)
    .set({ revoked_at: nowMs })
    .where(
      and(
        eq(sessions.account_id, accountId),
        ne(sessions.id, keepId),
        isNull(sessions.revoked_at),
        sql`changes() > 0`,
      ),
    );
}

/**
 * Ends the session of a refresh token. Null if it has ended, now or before. An expired or rotated token still ends its
 * session; a forged one does not.
 */
export async function signOut(deps: CallerDependencies, refreshToken: string): Promise<TokenFault | null> {
  const verification = await verifyToken(refreshToken, "refresh", {
    keys: deps.signingKeys(),
    nowMs: deps.now(),
    expiry: "ignored",
  });
  if (!verification.ok) return verification.fault;
  await revokeSession(deps, verification.token.claims.sid);
  return null;
}

/**
 * For a scheduled handler: deletes sessions whose newest refresh token has expired, and invites that are over. Revoked
 * sessions stay until then, so that their tokens are known to be blacklisted.
 */
export async function purgeExpiredSessions({ db, log, now }: BaseDependencies): Promise<void> {
  const nowMs = now();
  const [ended, invited] = await db.batch([
    // The count of changes would include the tokens that go with them.
    db.delete(sessions).where(lte(sessions.expires_at, nowMs)).returning({ id: sessions.id }),
    db.delete(invites).where(lte(invites.expires_at, nowMs)),
  ]);
  log({
    level: "info",
    event: "expired_sessions_purged",
    sessions: ended.length,
    invites: invited.meta.changes,
  });
}
