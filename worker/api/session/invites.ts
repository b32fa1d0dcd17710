/** Invites as sign-in takes them; staff make and revoke them in the admin domain. */
import { and, eq, gt, type SQL } from "drizzle-orm";
import { sha256 } from "#worker/http/sha256.ts";
import type { Database } from "../database.ts";
import { invites } from "./tables.ts";

export type Invite = typeof invites.$inferSelect;

/** The invite behind a token, as long as it serves. */
export async function findInvite(db: Database, token: string, nowMs: number): Promise<Invite | undefined> {
  return db
    .select()
    .from(invites)
    .where(and(eq(invites.token_hash, await sha256(token)), gt(invites.expires_at, nowMs)))
    .get();
}

/** Statement for an invite that has been neither spent nor revoked since it was found. */
export function selectInvite(db: Database, { id }: Invite) {
  return db.select({ id: invites.id }).from(invites).where(eq(invites.id, id));
}

/** Statement that spends an invite, if the condition holds at that moment. */
export function spendInvite(db: Database, { id }: Invite, condition: SQL) {
  return db.delete(invites).where(and(eq(invites.id, id), condition));
}
