/**
 * Sign-up by a passkey: a person without an account, or with one that only its id opens, gets in by a new passkey instead of
 * a passcode.
 */
import { and, eq, exists, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { base64url } from "jose";
import type { PasskeyCreationOptions, PasskeySignUp } from "#shared/contracts/passkeys.ts";
import type { TokenPair } from "#shared/contracts/session.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import {
  type SessionDependencies,
  type Account,
  findAccount,
  findInvite,
  type Invite,
  isUntaken,
  newMember,
  openSession,
  revokeOthersIfChanged,
  selectInvite,
  spendInvite,
  type Visit,
  type SignUpWay,
  signUpWay,
} from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { createChallenge, isUnspent, spentChallenge } from "./challenges.ts";
import { creationOptions, newPasskey, selectSamePasskey } from "./own-passkeys.ts";
import { check } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import { passkeys, spentChallenges } from "#worker/api/tables/passkeys.ts";

type Row = Omit<typeof passkeys.$inferSelect, "account_id">;

/** Looks nothing up, so that the answer reveals nothing. Throws SignInNotConfiguredError. */
export async function signUpOptions(
  deps: SessionDependencies,
  pocketoptionId: string,
  party: RelyingParty,
): Promise<PasskeyCreationOptions> {
  const handle = crypto.randomUUID();
  return creationOptions(party, {
    challenge: await createChallenge(deps, "passkey_sign_up", { accountId: handle, sessionId: "" }),
    user: { id: base64url.encode(handle), name: pocketoptionId, displayName: pocketoptionId },
    excludeCredentials: [],
  });
}

export type SignUpByPasskey =
  | { readonly outcome: "signed_in"; readonly tokens: TokenPair }
  /** `reason` is for the log only. */
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "throttled"; readonly retryAfterSeconds: number };

interface SignUpRequest extends Omit<PasskeySignUp, "pocketoption_id"> {
  readonly pocketoptionId: string;
}

/**
 * As at a first sign-in by passcode: whatever prevents it, the refusal and the work before it are the same. Throws
 * PasskeyFault.
 */
export async function signUpByPasskey(
  deps: SessionDependencies,
  { pocketoptionId, invite: token, ...made }: SignUpRequest,
  party: RelyingParty,
  { device, allowNewAccount, requestId }: Visit,
): Promise<SignUpByPasskey> {
  const { verifyRegistration } = await import("./verify-response.ts");
  const { challenge, ...verified } = await verifyRegistration(
    deps,
    "passkey_sign_up",
    made.credential,
    party,
  );
  const { db, now, signUp } = deps;
  const mayBeStored = and(isUnspent(db, challenge), notExists(selectSamePasskey(db, made.credential.id)));
  // Checked before anything about the id: a request that cannot create an account must not reveal whether the id would have
  // been free.
  check((await db.get(sql`SELECT 1 WHERE ${mayBeStored}`)) !== undefined, "answered_before");
  const [account, invite] = await Promise.all([
    findAccount(db, pocketoptionId),
    token === undefined ? undefined : findInvite(db, token, now()),
  ]);
  const way = signUpWay(signUp, account, invite);
  const allowance = way?.invite ? null : await allowNewAccount(way !== null);
  if (allowance?.admitted === false) {
    return { outcome: "throttled", retryAfterSeconds: allowance.retryAfterSeconds };
  }
  if (way === null) return { outcome: "refused", reason: account ? "account_exists" : "unknown_id" };
  const atMs = now();
  const entered = await takeWay(db, way, {
    actor: {
      actorId: way.to === "new_account" ? challenge.user_id : way.account.id,
      atMs,
      network: device.network,
      requestId,
    },
    pocketoptionId,
    passkey: newPasskey(made, { ...verified, userHandle: base64url.encode(challenge.user_id), atMs }),
    spent: spentChallenge(challenge, atMs),
    mayBeStored: sql`${mayBeStored}`,
  });
  const tokens = entered && (await openSession(deps, entered, device));
  if (tokens) return { outcome: "signed_in", tokens };
  if (allowance?.admitted) await allowance.giveBack();
  return { outcome: "refused", reason: "account_changed" };
}

interface Newcomer {
  readonly actor: Actor;
  readonly pocketoptionId: string;
  readonly passkey: Row;
  readonly spent: typeof spentChallenges.$inferInsert;
  /** The challenge is unused and the passkey is not registered. */
  readonly mayBeStored: SQL;
}

/** The account afterwards; null if the way to sign up no longer existed. */
async function takeWay(db: Database, way: SignUpWay, newcomer: Newcomer): Promise<Account | null> {
  return way.to === "new_account"
    ? makeAccount(db, newcomer, way.invite)
    : setFirstPasskey(db, newcomer, way);
}

async function makeAccount(
  db: Database,
  { actor, mayBeStored, passkey, pocketoptionId, spent }: Newcomer,
  invite: Invite | null,
): Promise<Account | null> {
  const account = newMember(actor.actorId, pocketoptionId, actor.atMs);
  const isInvited = invite ? sql` AND ${exists(selectInvite(db, invite))}` : sql``;
  const isMade = exists(db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, account.id)));
  const detail = {
    role: account.role,
    passcode: false,
    passkey: passkey.id,
    ...(invite && { invite: invite.id }),
  };
  const [made] = await db.batch([
    insertIf(db, accounts, account, sql`${isUntaken(db, pocketoptionId)} AND ${mayBeStored}${isInvited}`),
    logActIfChanged(db, actor, { action: "account_created", target: account.id, detail }),
    insertIf(db, passkeys, { ...passkey, account_id: account.id }, sql`changes() > 0`),
    insertIf(db, spentChallenges, spent, sql`changes() > 0`),
    ...(invite ? [spendInvite(db, invite, isMade)] : []),
  ]);
  return made.meta.changes === 0 ? null : account;
}

/** Ends the owner's earlier ways to sign in, as a first passcode does. */
async function setFirstPasskey(
  db: Database,
  { actor, mayBeStored, passkey, spent }: Newcomer,
  { account, invite }: Extract<SignUpWay, { to: "first_passcode" }>,
): Promise<Account | null> {
  const isUnchanged = and(
    eq(accounts.id, account.id),
    eq(accounts.is_active, true),
    eq(accounts.role, "member"),
    isNull(accounts.passcode_hash),
    exists(selectInvite(db, invite)),
    mayBeStored,
  );
  const isStored = exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, passkey.id)));
  const detail = { passkey: passkey.id, invite: invite.id };
  const [stored] = await db.batch([
    insertIf(
      db,
      passkeys,
      { ...passkey, account_id: account.id },
      exists(db.select({ id: accounts.id }).from(accounts).where(isUnchanged)),
    ),
    logActIfChanged(db, actor, { action: "passkey_added", target: account.id, detail }),
    insertIf(db, spentChallenges, spent, sql`changes() > 0`),
    revokeOthersIfChanged(db, account.id, { nowMs: actor.atMs, keepId: "" }),
    db
      .update(accounts)
      .set({ id_alone: false })
      .where(and(eq(accounts.id, account.id), isStored)),
    db
      .delete(passkeys)
      .where(and(eq(passkeys.account_id, account.id), ne(passkeys.id, passkey.id), isStored)),
    spendInvite(db, invite, isStored),
  ]);
  return stored.meta.changes === 0 ? null : { ...account, id_alone: false };
}
