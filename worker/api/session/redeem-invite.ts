/** Redeems invites at sign-in; staff create and revoke them in the admin domain. */
import { and, eq, gt, type SQL } from "drizzle-orm";
import { sha256 } from "#worker/http/digests.ts";
import type { Database } from "../database.ts";
import { invites } from "#worker/api/tables/session.ts";

export type Invite = typeof invites.$inferSelect;

/** The invite of a token, if it is usable. */
export async function findInvite(db: Database, token: string, nowMs: number): Promise<Invite | undefined> {
  return db
    .select()
    .from(invites)
    .where(and(eq(invites.token_hash, await sha256(token)), gt(invites.expires_at, nowMs)))
    .get();
}

/** Statement for an invite that has been neither redeemed nor revoked since it was found. */
export function selectInvite(db: Database, { id }: Invite) {
  return db.select({ id: invites.id }).from(invites).where(eq(invites.id, id));
}

/** Statement that redeems an invite, if the condition holds when it runs. */
export function spendInvite(db: Database, { id }: Invite, condition: SQL) {
  return db.delete(invites).where(and(eq(invites.id, id), condition));
}
