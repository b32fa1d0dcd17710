/** How sessions end: their refresh tokens are blacklisted, their access tokens are refused wherever they are checked. */
import type { ApiDependencies } from "../dependencies.ts";
import { type TokenFault, verifyToken } from "./tokens.ts";

/** Again is the same as once. */
export async function revokeSession({ db, now }: ApiDependencies, sessionId: string): Promise<void> {
  await db
    .prepare("UPDATE sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL")
    .bind(now(), sessionId)
    .run();
}

/** Statement that ends every session of an account, save the one to keep; its changes are how many it ended. */
export function revokeSessionsOf(
  db: D1Database,
  accountId: string,
  { nowMs, keepId = null }: { readonly nowMs: number; readonly keepId?: string | null },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sessions SET revoked_at = ?2
       WHERE account_id = ?1 AND revoked_at IS NULL AND expires_at > ?2 AND id IS NOT ?3`,
    )
    .bind(accountId, nowMs, keepId);
}

/** Statement that ends the other sessions of an account, if the statement before it in the batch changed anything. */
export function revokeOthersIfChanged(
  db: D1Database,
  accountId: string,
  { nowMs, keepId }: { readonly nowMs: number; readonly keepId: string },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE sessions SET revoked_at = ?2
       WHERE account_id = ?1 AND id <> ?3 AND revoked_at IS NULL AND changes() > 0`,
    )
    .bind(accountId, nowMs, keepId);
}

/** Ends the session that a refresh token belongs to. Null when it has ended, now or before. An expired or rotated token still ends its session; a forged one does not. */
export async function signOut(deps: ApiDependencies, refreshToken: string): Promise<TokenFault | null> {
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
 * For a scheduled handler: deletes sessions whose newest refresh token has expired, with all their tokens, and the expired tokens of sessions that
 * live on. Revoked sessions stay until then, so that their tokens are known to be blacklisted.
 */
export async function purgeExpiredSessions({ db, log, now }: ApiDependencies): Promise<void> {
  const nowMs = now();
  const [tokens, sessions] = await db.batch([
    db.prepare("DELETE FROM refresh_tokens WHERE expires_at <= ?").bind(nowMs),
    db.prepare("DELETE FROM sessions WHERE expires_at <= ?").bind(nowMs),
  ]);
  log({
    level: "info",
    event: "expired_sessions_purged",
    refreshTokens: tokens?.meta.changes,
    sessions: sessions?.meta.changes,
  });
}
