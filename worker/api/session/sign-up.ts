/** A sign-in that makes the account, or gives it its first passcode: one transaction with its entry in the audit log. */
import { and, eq, exists, isNull, sql } from "drizzle-orm";
import type { SignUp } from "#shared/contracts/session.ts";
import { type Actor, logActIfChanged } from "#worker/api/admin/index.ts";
import { type Database, insertIf } from "../database.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { type Account, isUntaken } from "./account.ts";
import { revokeOthersIfChanged } from "./end-sessions.ts";
import { type Invite, selectInvite, spendInvite } from "./invites.ts";
import { accounts } from "./tables.ts";

/** Who signs in by it for the first time, from where. */
export interface Newcomer extends Pick<Actor, "network" | "requestId"> {
  readonly pocketoptionId: string;
  readonly passcodeHash: string;
}

/** What makes a member of somebody whom no passcode lets in. */
type WayIn =
  | { readonly to: "new_account"; readonly invite: Invite | null }
  | { readonly to: "first_passcode"; readonly invite: Invite; readonly account: Account };

/** Null where there is none. */
export function wayIn(
  signUp: SignUp,
  account: Account | undefined,
  invite: Invite | undefined,
): WayIn | null {
  if (account) {
    const isOpen = account.is_active && account.role === "member" && account.passcode_hash === null;
    return isOpen && invite?.account_id === account.id ? { to: "first_passcode", invite, account } : null;
  }
  if (signUp !== "closed" && invite?.account_id === null) return { to: "new_account", invite };
  return signUp === "open" ? { to: "new_account", invite: null } : null;
}

/** The account as it then is. Null where the id has been taken, or the invite spent, or the account changed since they were read. */
export function takeWay(deps: ApiDependencies, way: WayIn, newcomer: Newcomer): Promise<Account | null> {
  return way.to === "new_account"
    ? makeAccount(deps, newcomer, way.invite)
    : setFirstPasscode(deps, newcomer, way);
}

async function makeAccount(
  { db, now }: ApiDependencies,
  newcomer: Newcomer,
  invite: Invite | null,
): Promise<Account | null> {
  const id = crypto.randomUUID();
  const actor = { ...newcomer, actorId: id, atMs: now() };
  const row: Account = {
    id,
    pocketoption_id: newcomer.pocketoptionId,
    name: "",
    role: "member",
    language: null,
    time_zone: null,
    passcode_hash: newcomer.passcodeHash,
    id_alone: false,
    is_active: true,
    created_at: actor.atMs,
  };
  const untaken = isUntaken(db, newcomer.pocketoptionId);
  const detail = { role: row.role, passcode: true, ...(invite && { invite: invite.id }) };
  const log = logActIfChanged(db, actor, { action: "account_created", target: id, detail });
  const [made] = invite
    ? await db.batch([
        insertIf(db, accounts, row, sql`${untaken} AND ${exists(selectInvite(db, invite))}`),
        log,
        spendInvite(db, invite, exists(selectWithPasscode(db, row))),
      ])
    : await db.batch([insertIf(db, accounts, row, untaken), log]);
  return made.meta.changes === 0 ? null : row;
}

/** Ends the sessions of the account, which its id alone has opened. */
async function setFirstPasscode(
  { db, now }: ApiDependencies,
  { passcodeHash, network, requestId }: Newcomer,
  { account, invite }: Extract<WayIn, { to: "first_passcode" }>,
): Promise<Account | null> {
  const actor = { actorId: account.id, atMs: now(), network, requestId };
  const act = { action: "passcode_changed", target: account.id, detail: { invite: invite.id } } as const;
  const changed = { ...account, passcode_hash: passcodeHash, id_alone: false };
  const isUnchanged = and(
    eq(accounts.id, account.id),
    eq(accounts.is_active, true),
    eq(accounts.role, "member"),
    isNull(accounts.passcode_hash),
    exists(selectInvite(db, invite)),
  );
  const [stored] = await db.batch([
    db.update(accounts).set({ passcode_hash: passcodeHash, id_alone: false }).where(isUnchanged),
    logActIfChanged(db, actor, act),
    revokeOthersIfChanged(db, account.id, { nowMs: actor.atMs, keepId: "" }),
    spendInvite(db, invite, exists(selectWithPasscode(db, changed))),
  ]);
  return stored.meta.changes === 0 ? null : changed;
}

function selectWithPasscode(db: Database, { id, passcode_hash: hash }: Account) {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.passcode_hash, hash ?? "")));
}
