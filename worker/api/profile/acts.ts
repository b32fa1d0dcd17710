/** What was done to the member's account, from the audit log. */
import { desc, eq } from "drizzle-orm";
import * as v from "valibot";
import { AccountAct } from "#shared/contracts/profile.ts";
import { auditLog } from "#worker/api/tables/admin.ts";
import type { Database } from "#worker/api/database.ts";

/** Statement for the newest 100. */
export function selectActs(db: Database, accountId: string) {
  return db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, accountId))
    .orderBy(desc(auditLog.at), desc(auditLog.seq))
    .limit(100);
}

/** The newest 100. */
export async function listActs(db: Database, accountId: string): Promise<AccountAct[]> {
  return (await selectActs(db, accountId)).map(toAccountAct);
}

/** The network of staff is not shown to members. */
export function toAccountAct({
  at,
  action,
  actor_id: actorId,
  target,
  detail,
  network,
}: typeof auditLog.$inferSelect): AccountAct {
  const isOwn = actorId === target;
  return v.parse(AccountAct, {
    at: new Date(at).toISOString(),
    action,
    by: isOwn ? "owner" : "staff",
    detail: JSON.parse(detail),
    network: isOwn ? network : "",
  });
}
