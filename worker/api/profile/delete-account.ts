/**
 * Deletes the member's account permanently, with its sessions, tokens and follows (foreign keys). The ledger holds nothing
 * about members, and the audit log only a random id, so nothing there breaks or needs rewriting.
 */
import { and, eq, not } from "drizzle-orm";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { type Actor, logActIfChanged } from "#worker/api/admin/index.ts";
import { isLastStaff, type Member, readAccount } from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/session/tables.ts";

export type Deletion = "deleted" | "not_confirmed" | "last_staff" | "account_gone";

/** `confirm` must be the member's own account id. */
export async function deleteAccount(
  { db }: Pick<ApiDependencies, "db">,
  { member, actor, confirm }: { readonly member: Member; readonly actor: Actor; readonly confirm: string },
): Promise<Deletion> {
  const account = await readAccount(db, member.accountId);
  if (!account) return "account_gone";
  if (confirm !== account.pocketoption_id) return "not_confirmed";
  const deletion = db.delete(accounts).where(and(eq(accounts.id, account.id), not(isLastStaff)));
  const act = { action: "account_deleted", target: account.id, detail: { role: account.role } } as const;
  const [deleted] = await db.batch([deletion, logActIfChanged(db, actor, act)]);
  if (deleted.meta.changes !== 0) return "deleted";
  return (await readAccount(db, account.id)) ? "last_staff" : "account_gone";
}
