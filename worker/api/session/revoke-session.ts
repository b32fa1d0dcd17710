/** Ends sessions: their refresh tokens are blacklisted, their access tokens are refused wherever they are checked. */
import type { ApiDependencies } from "../dependencies.ts";

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
