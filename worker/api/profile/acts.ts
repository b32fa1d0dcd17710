/** What was done to the member's account, from the audit log. */
import * as v from "valibot";
import { ACCOUNT_ACTIONS, AccountAct } from "#shared/contracts/profile.ts";

const ActRow = v.object({
  at: v.number(),
  action: v.picklist(ACCOUNT_ACTIONS),
  is_own: v.number(),
  detail: v.string(),
  network: v.string(),
});

export const SELECT_ACTS = `SELECT at, action, actor_id = ?1 AS is_own, detail, network
  FROM audit_log INDEXED BY audit_log_by_target
  WHERE target = ?1 ORDER BY at DESC, seq DESC LIMIT 100`;

/** The newest 100. */
export async function listActs(db: D1Database, accountId: string): Promise<AccountAct[]> {
  const { results } = await db.prepare(SELECT_ACTS).bind(accountId).all();
  return results.map(toAccountAct);
}

/** A row of `SELECT_ACTS`. Where staff work is nothing that members are told. */
export function toAccountAct(row: unknown): AccountAct {
  const { at, action, is_own: isOwn, detail, network } = v.parse(ActRow, row);
  return {
    at: new Date(at).toISOString(),
    action,
    by: isOwn === 1 ? "owner" : "staff",
    detail: v.parse(AccountAct.entries.detail, JSON.parse(detail)),
    network: isOwn === 1 ? network : "",
  };
}
