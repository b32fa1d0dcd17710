/** Deletes what can no longer be used, for a scheduled handler. */
import type { ApiDependencies } from "../dependencies.ts";

/**
 * Deletes sessions whose newest refresh token has expired, with all their tokens, and the expired tokens of sessions that
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
