/** Name, language and time zone. */
import { eq } from "drizzle-orm";
import type { ProfileChanges } from "#shared/contracts/profile.ts";
import type { Database } from "#worker/api/database.ts";
import { type Account, readAccount } from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/session/tables.ts";

/** The account after the changes; fields without a change stay. Null if the account was deleted. */
export async function changeProfile(
  db: Database,
  accountId: string,
  { name, language, time_zone }: ProfileChanges,
): Promise<Account | null> {
  const set = { name, language, time_zone };
  if (Object.values(set).every((value) => value === undefined)) return readAccount(db, accountId);
  const [account] = await db.update(accounts).set(set).where(eq(accounts.id, accountId)).returning();
  return account ?? null;
}
