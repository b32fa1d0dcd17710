/** Staff create accounts, change them and end their sessions. Every change and its log entry are one transaction. */
import { and, eq, exists, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { AccountChanges, AdminAccount, NewAccount } from "#shared/contracts/accounts.ts";
import type { Role } from "#shared/contracts/session.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import {
  type ConfirmationDependencies,
  hashPasscode,
  isLastStaff,
  isUntaken,
  passcodeWeakness,
  type PasscodeWeakness,
  readAccount,
  removeSubscriptionsOf,
  revokeOthersIfChanged,
  revokeSessionsOf,
} from "#worker/api/session/index.ts";
import { passkeys } from "#worker/api/tables/passkeys.ts";
import { accounts, invites } from "#worker/api/tables/session.ts";
import { selectAdminAccount, toAdminAccount } from "./account-row.ts";
import { type Act, type Actor, logActIfChanged, logActOnAccount } from "#worker/api/audit-log.ts";

export type AccountRefusal =
  | "account_exists"
  | "staff_needs_passcode"
  | "not_by_id_alone"
  | "last_staff"
  | "not_found"
  | PasscodeWeakness;

export type AccountOutcome =
  | { readonly ok: true; readonly account: AdminAccount }
  | { readonly ok: false; readonly code: AccountRefusal };

/** Throws SignInNotConfiguredError. */
export async function createAccount(
  deps: ConfirmationDependencies,
  actor: Actor,
  { pocketoption_id, name, role, passcode, id_alone }: NewAccount,
): Promise<AccountOutcome> {
  if (role === "staff" && passcode === undefined) return { ok: false, code: "staff_needs_passcode" };
  if (id_alone && passcode !== undefined) return { ok: false, code: "not_by_id_alone" };
  const weakness = passcode === undefined ? null : passcodeWeakness(passcode, pocketoption_id, role);
  if (weakness) return { ok: false, code: weakness };
  const { db } = deps;
  const id = crypto.randomUUID();
  const hash = passcode === undefined ? null : await hashPasscode(deps, passcode);
  const detail = { role, passcode: hash !== null, ...(id_alone && { id_alone }) };
  const act: Act = { action: "account_created", target: id, detail };
  const [, , [row]] = await db.batch([
    insertIf(
      db,
      accounts,
      { id, pocketoption_id, name, role, passcode_hash: hash, id_alone, created_at: actor.atMs },
      isUntaken(db, pocketoption_id),
    ),
    logActIfChanged(db, actor, act),
    selectAdminAccount(db, id, actor.atMs),
  ]);
  return row ? { ok: true, account: toAdminAccount(row) } : { ok: false, code: "account_exists" };
}

/**
 * `keepSessionId` is the session that asks: staff who change their own passcode stay signed in here. An account that is
 * switched off keeps no session; otherwise its sessions would work again when the account is switched on again.
 */
export async function changeAccount(
  deps: ConfirmationDependencies,
  { actor, keepSessionId }: { readonly actor: Actor; readonly keepSessionId: string },
  id: string,
  changes: AccountChanges,
): Promise<AccountOutcome> {
  const { db } = deps;
  const { role, is_active: isActive, passcode, id_alone: idAlone } = changes;
  if (passcode) {
    const target = await readAccount(db, id);
    if (!target) return { ok: false, code: "not_found" };
    const weakness = passcodeWeakness(passcode, target.pocketoption_id, role ?? target.role);
    if (weakness) return { ok: false, code: weakness };
  }
  const hash = passcode ? await hashPasscode(deps, passcode) : null;
  const act: Act = { action: "account_changed", target: id, detail: describeChanges(changes) };
  const read = selectAdminAccount(db, id, actor.atMs);
  if (Object.keys(act.detail).length === 0) {
    const row = await read.get();
    return row ? { ok: true, account: toAdminAccount(row) } : { ok: false, code: "not_found" };
  }
  const wanted = { role, isActive, hash: passcode === undefined ? undefined : hash, idAlone };
  const allowed = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(mayChange(db, id, wanted));
  const isReset = passcode !== undefined && id !== actor.actorId;
  const endsSessions = passcode !== undefined || isActive === false || idAlone === false;
  const keepId = isActive === false ? "" : keepSessionId;
  const [, , updated] = await db.batch([
    // Both before the change, after which it may no longer be an allowed one.
    db.delete(passkeys).where(isReset ? inArray(passkeys.account_id, allowed) : sql`0`),
    db.delete(invites).where(endsSessions ? inArray(invites.account_id, allowed) : sql`0`),
    updateAccount(db, id, wanted),
    logActIfChanged(db, actor, act),
    ...(endsSessions ? [revokeOthersIfChanged(db, id, { nowMs: actor.atMs, keepId })] : []),
  ]);
  const row = await read.get();
  if (!row) return { ok: false, code: "not_found" };
  const account = toAdminAccount(row);
  if (updated.meta.changes !== 0) return { ok: true, account };
  const isStaff = (role ?? account.role) === "staff";
  if (idAlone === true && (isStaff || passcode || account.has_passcode || account.has_passkey))
    return { ok: false, code: "not_by_id_alone" };
  const lacksPasscode = passcode === null || (passcode === undefined && account.role !== "staff");
  return { ok: false, code: isStaff && lacksPasscode ? "staff_needs_passcode" : "last_staff" };
}

/** Signs an account out everywhere and ends push to it; null if there is no such account. */
export async function endSessionsOf(
  { db }: Pick<BaseDependencies, "db">,
  actor: Actor,
  id: string,
): Promise<{ ended: number } | null> {
  const act: Act = { action: "sessions_ended", target: id, detail: {} };
  const [ended, , logged] = await db.batch([
    revokeSessionsOf(db, id, { nowMs: actor.atMs }),
    removeSubscriptionsOf(db, id),
    logActOnAccount(db, actor, act),
  ]);
  return logged.meta.changes === 0 ? null : { ended: ended.length };
}

interface Update {
  readonly role: Role | undefined;
  readonly isActive: boolean | undefined;
  /** Null removes the passcode. */
  readonly hash: string | null | undefined;
  readonly idAlone: boolean | undefined;
}

/** Statement that applies every value that is not undefined, if the change is allowed. */
function updateAccount(db: Database, id: string, wanted: Update) {
  const { role, isActive, hash, idAlone } = wanted;
  return db
    .update(accounts)
    .set({
      role,
      is_active: isActive,
      passcode_hash: hash,
      id_alone: hash === undefined ? idAlone : (idAlone ?? false),
    })
    .where(mayChange(db, id, wanted));
}

/**
 * Condition on a row of `accounts`: it is this account, and the change is allowed. A change is refused if it would leave a
 * staff account without a passcode, leave no staff, or let an account with a passcode or a passkey sign in without it. A
 * member who becomes staff gets a new passcode, because the length of the old one is unknown.
 */
function mayChange(db: Database, id: string, { role, isActive, hash, idAlone }: Update): SQL {
  const isStaff = role === undefined ? sql`${accounts.role} = 'staff'` : sql`${role} = 'staff'`;
  const lacksPasscode = hash === undefined ? isNull(accounts.passcode_hash) : sql`${hash} IS NULL`;
  const isOff = isActive === undefined ? eq(accounts.is_active, false) : sql`${Number(isActive)} = 0`;
  const hasPasskey = exists(
    db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.account_id, accounts.id)),
  );
  const isRefused = or(
    role === "staff" || hash !== undefined ? and(isStaff, lacksPasscode) : undefined,
    role === "staff" && hash === undefined ? ne(accounts.role, "staff") : undefined,
    and(or(not(isStaff), isOff), isLastStaff),
    idAlone === true
      ? or(
          isStaff,
          hash === undefined ? or(isNotNull(accounts.passcode_hash), hasPasskey) : not(lacksPasscode),
        )
      : undefined,
  );
  return sql`${accounts.id} = ${id} AND NOT (${isRefused})`;
}

function describeChanges({ role, is_active, passcode, id_alone }: AccountChanges): Act["detail"] {
  return {
    ...(role === undefined ? {} : { role }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(id_alone === undefined ? {} : { id_alone }),
    ...(passcode === undefined ? {} : { passcode: passcode === null ? "removed" : "set" }),
  };
}
