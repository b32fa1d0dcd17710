/** Staff make accounts, change them and end their sessions. Every change and its log entry are one transaction. */
import type { AccountChanges, AdminAccount, NewAccount } from "#shared/contracts/admin.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import {
  hashPasscode,
  IS_LAST_STAFF,
  passcodeWeakness,
  type PasscodeWeakness,
  revokeOthersIfChanged,
  revokeSessionsOf,
} from "#worker/api/session/index.ts";
import { selectAdminAccount, toAdminAccount } from "./account-row.ts";
import { type Act, type Actor, logActIfChanged, logActOnAccount } from "./audit-log.ts";

export type AccountRefusal =
  | "account_exists"
  | "staff_needs_passcode"
  | "last_staff"
  | "not_found"
  | PasscodeWeakness;

export type AccountOutcome =
  | { readonly ok: true; readonly account: AdminAccount }
  | { readonly ok: false; readonly code: AccountRefusal };

/** Enrolment is closed: this is the only way to become a member. Throws SignInNotConfiguredError. */
export async function createAccount(
  deps: ApiDependencies,
  actor: Actor,
  { pocketoption_id, name, role, passcode }: NewAccount,
): Promise<AccountOutcome> {
  if (role === "staff" && passcode === undefined) return { ok: false, code: "staff_needs_passcode" };
  const weakness = passcode === undefined ? null : passcodeWeakness(passcode, { pocketoption_id, role });
  if (weakness) return { ok: false, code: weakness };
  const { db } = deps;
  const id = crypto.randomUUID();
  const hash = passcode === undefined ? null : await hashPasscode(deps, passcode);
  const act: Act = { action: "account_created", target: id, detail: { role, passcode: hash !== null } };
  const [, , found] = await db.batch([
    db
      .prepare(
        `INSERT INTO accounts (id, pocketoption_id, name, role, passcode_hash, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6
         WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE pocketoption_id = ?2 COLLATE NOCASE)`,
      )
      .bind(id, pocketoption_id, name, role, hash, actor.atMs),
    logActIfChanged(db, actor, act),
    selectAdminAccount(db, id, actor.atMs),
  ]);
  const [row] = found?.results ?? [];
  return row === undefined
    ? { ok: false, code: "account_exists" }
    : { ok: true, account: toAdminAccount(row) };
}

/**
 * `keepSessionId` is the session that asks: staff who change their own passcode stay signed in here. An account that is
 * switched off keeps none, or it would come back to life when the account is switched on again.
 */
export async function changeAccount(
  deps: ApiDependencies,
  { actor, keepSessionId }: { readonly actor: Actor; readonly keepSessionId: string },
  id: string,
  changes: AccountChanges,
): Promise<AccountOutcome> {
  const { db } = deps;
  const { role, is_active: isActive, passcode } = changes;
  if (passcode) {
    const target = await selectAdminAccount(db, id, actor.atMs).first();
    if (target === null) return { ok: false, code: "not_found" };
    const { pocketoption_id, role: roleBefore } = toAdminAccount(target);
    const weakness = passcodeWeakness(passcode, { pocketoption_id, role: role ?? roleBefore });
    if (weakness) return { ok: false, code: weakness };
  }
  const hash = passcode === undefined || passcode === null ? null : await hashPasscode(deps, passcode);
  const act: Act = { action: "account_changed", target: id, detail: describeChanges(changes) };
  const isNothing = Object.keys(act.detail).length === 0;
  const endsSessions = passcode !== undefined || isActive === false;
  const keepId = isActive === false ? "" : keepSessionId;
  const writes = [
    db
      .prepare(UPDATE_ACCOUNT)
      .bind(
        id,
        role ?? null,
        isActive === undefined ? null : Number(isActive),
        Number(passcode !== undefined),
        hash,
      ),
    logActIfChanged(db, actor, act),
    ...(endsSessions ? [revokeOthersIfChanged(db, id, { nowMs: actor.atMs, keepId })] : []),
  ];
  const results = await db.batch([...(isNothing ? [] : writes), selectAdminAccount(db, id, actor.atMs)]);
  const row = results.at(-1)?.results[0];
  if (row === undefined) return { ok: false, code: "not_found" };
  const account = toAdminAccount(row);
  if (isNothing || results[0]?.meta.changes !== 0) return { ok: true, account };
  const isStaff = (role ?? account.role) === "staff";
  const lacksPasscode = passcode === null || (passcode === undefined && account.role !== "staff");
  return { ok: false, code: isStaff && lacksPasscode ? "staff_needs_passcode" : "last_staff" };
}

/** Signs an account out everywhere; null where there is none. */
export async function endSessionsOf(
  { db }: Pick<ApiDependencies, "db">,
  actor: Actor,
  id: string,
): Promise<{ ended: number } | null> {
  const act: Act = { action: "sessions_ended", target: id, detail: {} };
  const [ended, logged] = await db.batch([
    revokeSessionsOf(db, id, { nowMs: actor.atMs }),
    logActOnAccount(db, actor, act),
  ]);
  return logged?.meta.changes === 0 ? null : { ended: ended?.meta.changes ?? 0 };
}

const NEW_ROLE = "coalesce(?2, role)";
const NEW_HASH = "CASE WHEN ?4 THEN ?5 ELSE passcode_hash END";

/**
 * `?1` id, `?2` role, `?3` is_active, null to keep either; `?4` whether `?5` is the new passcode. Whoever becomes staff gets a
 * new one: how long the one before was, nobody knows.
 */
const UPDATE_ACCOUNT = `UPDATE accounts
  SET role = ${NEW_ROLE}, is_active = coalesce(?3, is_active), passcode_hash = ${NEW_HASH}
  WHERE id = ?1
    AND NOT ((?2 IS 'staff' OR ?4) AND ${NEW_ROLE} = 'staff' AND ${NEW_HASH} IS NULL)
    AND NOT (?2 IS 'staff' AND role <> 'staff' AND NOT ?4)
    AND NOT ((${NEW_ROLE} <> 'staff' OR coalesce(?3, is_active) = 0) AND ${IS_LAST_STAFF})`;

function describeChanges({ role, is_active, passcode }: AccountChanges): Act["detail"] {
  return {
    ...(role === undefined ? {} : { role }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(passcode === undefined ? {} : { passcode: passcode === null ? "removed" : "set" }),
  };
}
