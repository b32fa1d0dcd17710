/** Accounts as staff see them. */
import * as v from "valibot";
import type { AdminAccount } from "#shared/contracts/admin.ts";
import { Account } from "#worker/api/session/index.ts";

const AdminAccountRow = v.object({ ...Account.entries, sessions: v.number() });

/** Columns of `toAdminAccount`, for SELECT from `accounts`; `nowMs` is a whole number. */
export function adminAccountColumns(nowMs: number): string {
  return `accounts.*, (SELECT count(*) FROM sessions WHERE sessions.account_id = accounts.id
    AND sessions.revoked_at IS NULL AND sessions.expires_at > ${Math.trunc(nowMs)}) AS sessions`;
}

export function toAdminAccount(row: unknown): AdminAccount {
  const account = v.parse(AdminAccountRow, row);
  return {
    id: account.id,
    pocketoption_id: account.pocketoption_id,
    name: account.name,
    role: account.role,
    language: account.language,
    has_passcode: account.passcode_hash !== null,
    is_active: account.is_active,
    created_at: new Date(account.created_at).toISOString(),
    sessions: account.sessions,
  };
}

/** Statement that reads one account. */
export function selectAdminAccount(db: D1Database, id: string, nowMs: number): D1PreparedStatement {
  return db.prepare(`SELECT ${adminAccountColumns(nowMs)} FROM accounts WHERE id = ?1`).bind(id);
}
