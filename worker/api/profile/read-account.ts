/** The member's own row of `accounts`. */
import * as v from "valibot";
import { Account } from "#worker/api/session/index.ts";

/** Null where the account was deleted since the request was let in. */
export async function readAccount(db: D1Database, id: string): Promise<Account | null> {
  const row = await db.prepare("SELECT * FROM accounts WHERE id = ?1").bind(id).first();
  return row && v.parse(Account, row);
}
