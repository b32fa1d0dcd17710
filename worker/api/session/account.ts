/** A row of `accounts`, what the account's owner sees of it, and whether it is the last of its kind. */
import * as v from "valibot";
import { ROLES, type User } from "#shared/contracts/session.ts";
import { LANGUAGES } from "#shared/languages.ts";

export const Account = v.object({
  id: v.string(),
  pocketoption_id: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  language: v.nullable(v.picklist(LANGUAGES)),
  time_zone: v.nullable(v.string()),
  passcode_hash: v.nullable(v.string()),
  is_active: v.pipe(
    v.picklist([0, 1]),
    v.transform((flag) => flag === 1),
  ),
  created_at: v.number(),
});
export type Account = v.InferOutput<typeof Account>;

/** Answer of `GET /api/auth/me/`. */
export function describeUser(account: Account): User {
  return {
    id: account.id,
    pocketoption_id: account.pocketoption_id,
    name: account.name,
    role: account.role,
    language: account.language,
    time_zone: account.time_zone,
    has_passcode: account.passcode_hash !== null,
    may_change: account.passcode_hash !== null,
    created_at: new Date(account.created_at).toISOString(),
  };
}

/** Null where the member's account was deleted since the request was let in. */
export async function readAccount(db: D1Database, id: string): Promise<Account | null> {
  const row = await db.prepare("SELECT * FROM accounts WHERE id = ?1").bind(id).first();
  return row && v.parse(Account, row);
}

/**
 * SQL condition on a row of `accounts`: it is the last staff account that can sign in, which stays, so that somebody can always run
 * the site. Asked in the statement that would change the row, so
 * that two staff who leave at the same moment cannot both go.
 */
export const IS_LAST_STAFF = `(accounts.role = 'staff' AND accounts.is_active = 1 AND NOT EXISTS (
  SELECT 1 FROM accounts AS other INDEXED BY accounts_active_staff
  WHERE other.role = 'staff' AND other.is_active = 1 AND other.id <> accounts.id))`;
