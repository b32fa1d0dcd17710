/** Name, language and time zone. */
import * as v from "valibot";
import type { ProfileChanges } from "#shared/contracts/profile.ts";
import { Account, readAccount } from "#worker/api/session/index.ts";

/** The account after the changes; what they leave out stays. Null where the account is gone. */
export async function changeProfile(
  db: D1Database,
  accountId: string,
  changes: ProfileChanges,
): Promise<Account | null> {
  const columns = (["name", "language", "time_zone"] as const).filter((name) => changes[name] !== undefined);
  if (columns.length === 0) return readAccount(db, accountId);
  const set = columns.map((name, index) => `${name} = ?${index + 2}`).join(", ");
  const row = await db
    .prepare(`UPDATE accounts SET ${set} WHERE id = ?1 RETURNING *`)
    .bind(accountId, ...columns.map((name) => changes[name]))
    .first();
  return row && v.parse(Account, row);
}
