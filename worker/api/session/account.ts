/** A row of `accounts`, what the account's owner sees of it, and whether it is the last of its kind. */
import { eq, notExists, type SQL, sql } from "drizzle-orm";
import type { User } from "#shared/contracts/session.ts";
import { passkeys } from "#worker/api/tables/passkeys.ts";
import type { Database } from "../database.ts";
import type { CallerDependencies } from "./dependencies.ts";
import { accounts } from "#worker/api/tables/session.ts";

export type Account = typeof accounts.$inferSelect;

/** Answer of `GET /api/auth/me/`. */
export async function describeUser(deps: PasskeyRule, account: Account): Promise<User> {
  const hasOne = await hasPasskey(deps.db, account.id);
  return {
    id: account.id,
    pocketoption_id: account.pocketoption_id,
    name: account.name,
    role: account.role,
    language: account.language,
    time_zone: account.time_zone,
    has_passcode: account.passcode_hash !== null,
    has_passkey: hasOne,
    may_change: account.passcode_hash !== null || hasOne,
    needs_passkey: isRuled(deps, account) && !hasOne,
    created_at: new Date(account.created_at).toISOString(),
  };
}

/** Condition: no account has this id, ignoring case. */
export function isUntaken(db: Database, pocketoptionId: string): SQL {
  const isTaken = sql`${accounts.pocketoption_id} = ${pocketoptionId} COLLATE NOCASE`;
  return notExists(db.select({ id: accounts.id }).from(accounts).where(isTaken));
}

/** Null if the member's account was deleted since the request was authenticated. */
export async function readAccount(db: Database, id: string): Promise<Account | null> {
  return (await db.select().from(accounts).where(eq(accounts.id, id)).get()) ?? null;
}

/**
 * Condition on a row of `accounts`: it is the last staff account that can sign in. Such an account must stay, so that
 * somebody can always run the site. Checked in the statement that changes the row, so that two staff who leave at the same
 * moment cannot both succeed.
 */
export const isLastStaff = sql`(${accounts.role} = 'staff' AND ${accounts.is_active} = 1 AND NOT EXISTS (
  SELECT 1 FROM ${accounts} AS other INDEXED BY accounts_active_staff
  WHERE other.role = 'staff' AND other.is_active = 1 AND other.id <> ${accounts.id}))`;

/** Whether the signed-in member has proved to own the account: false if the id alone signs in. */
export async function isHeld(db: Database, { id, passcode_hash: hash }: Account): Promise<boolean> {
  return hash !== null || (await hasPasskey(db, id));
}

/** The account that signs in by this id, ignoring case. */
export async function findAccount(db: Database, pocketoptionId: string): Promise<Account | undefined> {
  return db
    .select()
    .from(accounts)
    .where(sql`${accounts.pocketoption_id} = ${pocketoptionId} COLLATE NOCASE`)
    .get();
}

/** Whether it signs in by its passkeys only: a staff account that has one, if the operator requires it. */
export async function isPasskeyBound(deps: PasskeyRule, account: Account): Promise<boolean> {
  return isRuled(deps, account) && (await hasPasskey(deps.db, account.id));
}

/** Whether it may not do staff's work until it has a passkey. */
export async function lacksPasskey(deps: PasskeyRule, account: Account): Promise<boolean> {
  return isRuled(deps, account) && !(await hasPasskey(deps.db, account.id));
}

type PasskeyRule = Pick<CallerDependencies, "db" | "staffSignIn">;

function isRuled({ staffSignIn }: PasskeyRule, { role }: Account): boolean {
  return staffSignIn === "passkey" && role === "staff";
}

async function hasPasskey(db: Database, accountId: string): Promise<boolean> {
  return (await db.$count(passkeys, eq(passkeys.account_id, accountId))) > 0;
}
