/** Accounts as staff see them. */
import { and, eq, getTableColumns, gt, isNull } from "drizzle-orm";
import type { AdminAccount } from "#shared/contracts/accounts.ts";
import type { Database } from "#worker/api/database.ts";
import type { Account } from "#worker/api/session/index.ts";
import { passkeys } from "#worker/api/tables/passkeys.ts";
import { accounts, sessions } from "#worker/api/tables/session.ts";

/** Statement that reads every account for `toAdminAccount`; the caller adds a `where`. */
export function selectAdminAccounts(db: Database, nowMs: number) {
  const isOpen = and(
    eq(sessions.account_id, accounts.id),
    isNull(sessions.revoked_at),
    gt(sessions.expires_at, nowMs),
  );
  const keys = db.$count(passkeys, eq(passkeys.account_id, accounts.id));
  return db
    .select({ ...getTableColumns(accounts), passkeys: keys, sessions: db.$count(sessions, isOpen) })
    .from(accounts);
}

/** Statement that reads one account. */
export function selectAdminAccount(db: Database, id: string, nowMs: number) {
  return selectAdminAccounts(db, nowMs).where(eq(accounts.id, id));
}

export function toAdminAccount({
  passcode_hash: hash,
  time_zone: _timeZone,
  created_at: createdAt,
  passkeys: count,
  ...account
}: Account & Pick<AdminAccount, "sessions"> & { readonly passkeys: number }): AdminAccount {
  return {
    ...account,
    has_passcode: hash !== null,
    has_passkey: count > 0,
    created_at: new Date(createdAt).toISOString(),
  };
}
