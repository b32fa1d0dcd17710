/** A member's passkeys: list, add, remove. */
import { and, asc, eq, exists, isNotNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { base64url } from "jose";
import * as v from "valibot";
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type Passkey,
  PASSKEY_ALGORITHMS,
  type PasskeyCreationOptions,
  type PasskeyDescriptor,
  TRANSPORTS,
} from "#shared/contracts/passkeys.ts";
import type { ProfileExport } from "#shared/contracts/profile.ts";
import { type Actor, logActIfChanged } from "#worker/api/audit-log.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import {
  type CallerDependencies,
  type Account,
  type Member,
  revokeOthersIfChanged,
} from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { createChallenge, isUnspent, spentChallenge } from "./challenges.ts";
import { check } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import { passkeys, spentChallenges } from "#worker/api/tables/passkeys.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

/** Statement for all of them, oldest first. */
export function selectPasskeys(db: Database, accountId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.account_id, accountId))
    .orderBy(asc(passkeys.created_at), asc(passkeys.id));
}

export function toPasskey({ id, label, created_at, last_used_at }: typeof passkeys.$inferSelect): Passkey {
  return {
    id,
    label,
    created_at: new Date(created_at).toISOString(),
    last_used_at: last_used_at === null ? null : new Date(last_used_at).toISOString(),
  };
}

/** Everything that is stored about a passkey, for its owner. */
export function toKeptPasskey(row: typeof passkeys.$inferSelect): ProfileExport["passkeys"][number] {
  const { credential_id, user_handle, public_key, counter, transports } = row;
  return {
    ...toPasskey(row),
    credential_id,
    user_handle,
    public_key,
    counter,
    transports: v.parse(Transports, JSON.parse(transports)),
  };
}

const Transports = v.array(v.picklist(TRANSPORTS));

/** Throws SignInNotConfiguredError. Null if the member already has `MAX_PASSKEYS`. */
export async function ownCreationOptions(
  deps: CallerDependencies,
  account: Account,
  sessionId: string,
  party: RelyingParty,
): Promise<PasskeyCreationOptions | null> {
  const kept = await selectPasskeys(deps.db, account.id);
  if (kept.length >= MAX_PASSKEYS) return null;
  const challenge = await createChallenge(deps, "passkey_registration", { accountId: account.id, sessionId });
  const user = {
    id: base64url.encode(account.id),
    name: account.pocketoption_id,
    displayName: account.name || account.pocketoption_id,
  };
  return creationOptions(party, { challenge, user, excludeCredentials: kept.map(toDescriptor) });
}

/** What a browser needs to create one. */
export function creationOptions(
  { id }: RelyingParty,
  own: Pick<PasskeyCreationOptions, "challenge" | "user" | "excludeCredentials">,
): PasskeyCreationOptions {
  return {
    ...own,
    rp: { id, name: id },
    pubKeyCredParams: Object.values(PASSKEY_ALGORITHMS).map((alg) => ({ type: "public-key", alg })),
    timeout: PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000,
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

/** The descriptor by which a browser finds a passkey. */
export function toDescriptor({
  credential_id: id,
  transports,
}: typeof passkeys.$inferSelect): PasskeyDescriptor {
  return { type: "public-key", id, transports: v.parse(Transports, JSON.parse(transports)) };
}

/** The row of a new passkey, without its owner. */
export function newPasskey(
  { label, credential }: NewPasskey,
  { userHandle, publicKey, counter, atMs }: NewPasskeyParts,
): Omit<typeof passkeys.$inferSelect, "account_id"> {
  return {
    id: crypto.randomUUID(),
    credential_id: credential.id,
    user_handle: userHandle,
    public_key: publicKey,
    counter,
    label,
    transports: JSON.stringify(TRANSPORTS.filter((name) => credential.response.transports.includes(name))),
    created_at: atMs,
    last_used_at: null,
  };
}

interface NewPasskeyParts {
  /** In base64url. */
  readonly userHandle: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly atMs: number;
}

/** Statement for the passkey, if it is registered, whoever owns it. */
export function selectSamePasskey(db: Database, credentialId: string) {
  return db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.credential_id, credentialId));
}

export interface Addition {
  readonly member: Member;
  readonly actor: Actor;
  readonly party: RelyingParty;
}

/**
 * Adds a passkey. If staff have to sign in by passkey, ends their other sessions, which a passcode may have opened. Throws
 * PasskeyFault if the answer is not by this member in this session.
 */
export async function addPasskey(
  deps: CallerDependencies,
  { label, credential }: NewPasskey,
  { member: { accountId, role, sessionId }, actor, party }: Addition,
): Promise<Passkey | "too_many_passkeys" | "passkey_exists"> {
  const { db, staffSignIn } = deps;
  const { verifyRegistration } = await import("./verify-response.ts");
  const { challenge, ...verified } = await verifyRegistration(
    deps,
    "passkey_registration",
    credential,
    party,
  );
  check(challenge.user_id === accountId && challenge.sid === sessionId, "challenge_of_another");
  const parts = { ...verified, userHandle: base64url.encode(accountId), atMs: actor.atMs };
  const row = { ...newPasskey({ label, credential }, parts), account_id: accountId };
  const sameOf = selectSamePasskey(db, credential.id);
  const count = sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.account_id} = ${accountId})`;
  const owner = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
  const mayAdd = and(isUnspent(db, challenge), lt(count, MAX_PASSKEYS), notExists(sameOf), exists(owner));
  const act = { action: "passkey_added", target: accountId, detail: { passkey: row.id } } as const;
  const [added] = await db.batch([
    insertIf(db, passkeys, row, sql`${mayAdd}`),
    logActIfChanged(db, actor, act),
    insertIf(db, spentChallenges, spentChallenge(challenge, actor.atMs), sql`changes() > 0`),
    ...(role === "staff" && staffSignIn === "passkey"
      ? [revokeOthersIfChanged(db, accountId, { nowMs: actor.atMs, keepId: sessionId })]
      : []),
  ]);
  if (added.meta.changes > 0) return toPasskey(row);
  const kept = await selectPasskeys(db, accountId);
  if (kept.length >= MAX_PASSKEYS) return "too_many_passkeys";
  check((await sameOf.get()) !== undefined, "answered_before");
  return "passkey_exists";
}

/**
 * Removes a passkey and ends the member's other sessions, which it may have opened. Refused if the member could no longer
 * sign in, and if staff have to keep one.
 */
export async function removePasskey(
  { db, staffSignIn }: CallerDependencies,
  id: string,
  { accountId, sessionId }: Member,
  actor: Actor,
): Promise<"removed" | "not_found" | "last_passkey"> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.account_id, accountId));
  const another = sql`EXISTS (SELECT 1 FROM ${passkeys} AS other WHERE other.account_id = ${accountId} AND other.id <> ${id})`;
  const byPasscode = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, accountId),
        isNotNull(accounts.passcode_hash),
        staffSignIn === "passkey" ? ne(accounts.role, "staff") : undefined,
      ),
    );
  const act = { action: "passkey_removed", target: accountId, detail: { passkey: id } } as const;
  const [removed] = await db.batch([
    db.delete(passkeys).where(and(isOwn, or(another, exists(byPasscode)))),
    logActIfChanged(db, actor, act),
    revokeOthersIfChanged(db, accountId, { nowMs: actor.atMs, keepId: sessionId }),
  ]);
  if (removed.meta.changes > 0) return "removed";
  const isThere = await db.select({ id: passkeys.id }).from(passkeys).where(isOwn).get();
  return isThere ? "last_passkey" : "not_found";
}
