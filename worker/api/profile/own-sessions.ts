/** Where the member is signed in, and signing out from afar. */
import * as v from "valibot";
import type { MemberSession } from "#shared/contracts/profile.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type Member, revokeSessionsOf } from "#worker/api/session/index.ts";

const MAX_SESSIONS = 100;

const SessionRow = v.object({
  id: v.string(),
  user_agent: v.string(),
  network: v.string(),
  created_at: v.number(),
  last_used_at: v.number(),
  expires_at: v.number(),
});

/** Columns of `toMemberSession`, for SELECT from `sessions`. */
export const SESSION_COLUMNS = "id, user_agent, network, created_at, last_used_at, expires_at";

/** Statement whose rows are sessions that have not ended, the last used first. */
function selectSessions(db: D1Database, accountId: string, nowMs: number): D1PreparedStatement {
  return db
    .prepare(
      `SELECT ${SESSION_COLUMNS} FROM sessions
       WHERE account_id = ?1 AND revoked_at IS NULL AND expires_at > ?2
       ORDER BY last_used_at DESC, id LIMIT ${MAX_SESSIONS}`,
    )
    .bind(accountId, nowMs);
}

/** A row of `sessions` as its owner sees it. */
export function toMemberSession(row: unknown, currentId: string): MemberSession {
  const session = v.parse(SessionRow, row);
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

export async function listSessions(
  { db, now }: ApiDependencies,
  { accountId, sessionId }: Member,
): Promise<MemberSession[]> {
  const { results } = await selectSessions(db, accountId, now()).all();
  return results.map((row) => toMemberSession(row, sessionId));
}

/** Ends one of the member's sessions, also the present one; false where it is not the member's or has ended. */
export async function endSession(
  { db, now }: ApiDependencies,
  { accountId }: Member,
  id: string,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE sessions SET revoked_at = ?3
       WHERE id = ?1 AND account_id = ?2 AND revoked_at IS NULL AND expires_at > ?3`,
    )
    .bind(id, accountId, now())
    .run();
  return meta.changes > 0;
}

/** Ends all sessions but the one that asks; how many there were. */
export async function endOtherSessions(
  { db, now }: ApiDependencies,
  { accountId, sessionId }: Member,
): Promise<number> {
  const { meta } = await revokeSessionsOf(db, accountId, { nowMs: now(), keepId: sessionId }).run();
  return meta.changes;
}
