/** Ends a session: its refresh tokens are blacklisted, its access tokens are refused wherever they are checked. */
import type { ApiDependencies } from "../dependencies.ts";

/** Again is the same as once. */
export async function revokeSession({ db, now }: ApiDependencies, sessionId: string): Promise<void> {
  await db
    .prepare("UPDATE sessions SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL")
    .bind(now(), sessionId)
    .run();
}
