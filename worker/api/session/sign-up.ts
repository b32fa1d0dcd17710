/** A sign-in that creates the account, or gives it its first passcode: one transaction with its entry in the audit log. */
import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { passkeys } from "#worker/api/tables/passkeys.ts";
import { type Database, insertIf } from "../database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import { type Account, isUntaken } from "./account.ts";
import { revokeOthersIfChanged } from "./end-sessions.ts";
import { type Invite, selectInvite, spendInvite } from "./redeem-invite.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { newMember, type SignUpWay } from "./sign-up-rules.ts";

/** The person who signs in for the first time, and from where. */
export interface Newcomer extends Pick<Actor, "network" | "requestId"> {
  readonly pocketoptionId: string;
  readonly passcodeHash: string;
}

/** The account afterwards. Null if the id was taken, the invite redeemed, or the account changed since they were read. */
export function takeWay(deps: BaseDependencies, way: SignUpWay, newcomer: Newcomer): Promise<Account | null> {
  return way.to === "new_account"
    ? makeAccount(deps, newcomer, way.invite)
    : setFirstPasscode(deps, newcomer, way);
}

async function makeAccount(
  { db, now }: BaseDependencies,
  newcomer: Newcomer,
  invite: Invite | null,
): Promise<Account | null> {
  const id = crypto.randomUUID();
  const actor = { ...newcomer, actorId: id, atMs: now() };
  const row = { ...newMember(id, newcomer.pocketoptionId, actor.atMs), passcode_hash: newcomer.passcodeHash };
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

/** Ends the owner's earlier ways to sign in: sessions opened by the id alone, and passkeys, which may be lost. */
async function setFirstPasscode(
  { db, now }: BaseDependencies,
  { passcodeHash, network, requestId }: Newcomer,
  { account, invite }: Extract<SignUpWay, { to: "first_passcode" }>,
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
  const isChanged = exists(selectWithPasscode(db, changed));
  const [stored] = await db.batch([
    db.update(accounts).set({ passcode_hash: passcodeHash, id_alone: false }).where(isUnchanged),
    logActIfChanged(db, actor, act),
    revokeOthersIfChanged(db, account.id, { nowMs: actor.atMs, keepId: "" }),
    db.delete(passkeys).where(and(eq(passkeys.account_id, account.id), isChanged)),
    spendInvite(db, invite, isChanged),
  ]);
  return stored.meta.changes === 0 ? null : changed;
}

function selectWithPasscode(db: Database, { id, passcode_hash: hash }: Account) {
  return db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, id), eq(accounts.passcode_hash, hash ?? "")));
}
