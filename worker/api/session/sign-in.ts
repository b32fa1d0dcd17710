/** Sign-in: from credentials to a new session. */
import { and, desc, eq, exists, sql } from "drizzle-orm";
import type { TokenPair } from "#shared/contracts/session.ts";
import { REFRESH_TOKEN_LIFETIME_SECONDS, SESSION_LIFETIME_SECONDS } from "#shared/limits.ts";
import { sha256 } from "#worker/http/sha256.ts";
import { type Database, insertIf } from "../database.ts";
import type { ApiDependencies } from "../dependencies.ts";
import type { Account } from "./account.ts";
import { type DeriveKey, verifyPasscode } from "./passcode.ts";
import { accounts, refreshTokens, sessions } from "./tables.ts";
import { createJti, signAccessToken, signRefreshToken } from "./tokens.ts";

export interface Credentials {
  readonly pocketoptionId: string;
  readonly passcode: string | undefined;
}

/** What a session remembers of where it was opened. */
export interface Device {
  readonly userAgent: string;
  readonly network: string;
}

/** `reason` is for the log; the answer must depend on `code` alone. */
export type SignIn =
  | { readonly ok: true; readonly tokens: TokenPair }
  | { readonly ok: false; readonly code: "no_active_account" | "passcode_required"; readonly reason: string };

/**
 * An id alone signs in only an active member without a passcode. Whatever else stands in the way, known id or not, the
 * refusal and the work before it are the same: one lookup, and one passcode derivation where a passcode was given.
 */
export async function signIn(
  deps: ApiDependencies,
  { pocketoptionId, passcode }: Credentials,
  device: Device,
  deriveKey?: DeriveKey,
): Promise<SignIn> {
  const account = await findAccount(deps.db, pocketoptionId);
  if (passcode === undefined) {
    const reason = whyIdAloneFails(account);
    if (reason) return { ok: false, code: "passcode_required", reason };
  } else if (!(await verifyPasscode(deps, passcode, account?.passcode_hash ?? null, deriveKey))) {
    return { ok: false, code: "no_active_account", reason: account ? "wrong_passcode" : "unknown_id" };
  }
  if (!account?.is_active) return { ok: false, code: "no_active_account", reason: "inactive_account" };
  const tokens = await openSession(deps, account, device);
  if (tokens) return { ok: true, tokens };
  const code = passcode === undefined ? "passcode_required" : "no_active_account";
  return { ok: false, code, reason: "account_changed" };
}

/** Whatever the case of the id; of two accounts, from before such a second one was refused, the one spelt as given. */
async function findAccount(db: Database, pocketoptionId: string): Promise<Account | undefined> {
  return db
    .select()
    .from(accounts)
    .where(sql`${accounts.pocketoption_id} = ${pocketoptionId} COLLATE NOCASE`)
    .orderBy(desc(eq(accounts.pocketoption_id, pocketoptionId)))
    .limit(1)
    .get();
}

function whyIdAloneFails(account: Account | undefined): string | null {
  if (!account) return "unknown_id";
  if (!account.is_active) return "inactive_account";
  if (account.role === "staff") return "staff_without_passcode_given";
  return account.passcode_hash === null ? null : "passcode_not_given";
}

/**
 * Null where the account has meanwhile been given another passcode, switched off or deleted: that ended its sessions, and none
 * may be opened afterwards by what was checked before.
 */
async function openSession(
  { db, signingKeys, now }: ApiDependencies,
  { id: accountId, passcode_hash: passcodeHash, role }: Account,
  { userAgent, network }: Device,
): Promise<TokenPair | null> {
  const [key] = signingKeys();
  const sessionId = crypto.randomUUID();
  const jti = createJti();
  const issuedAtMs = now();
  const expiresAtMs =
    issuedAtMs + Math.min(REFRESH_TOKEN_LIFETIME_SECONDS, SESSION_LIFETIME_SECONDS[role]) * 1000;
  const isUnchanged = and(
    eq(accounts.id, accountId),
    eq(accounts.is_active, true),
    sql`${accounts.passcode_hash} IS ${passcodeHash}`,
  );
  const [opened] = await db.batch([
    insertIf(
      db,
      sessions,
      {
        id: sessionId,
        account_id: accountId,
        created_at: issuedAtMs,
        last_used_at: issuedAtMs,
        expires_at: expiresAtMs,
        user_agent: userAgent,
        network,
      },
      exists(db.select({ id: accounts.id }).from(accounts).where(isUnchanged)),
    ),
    insertIf(
      db,
      refreshTokens,
      {
        jti_hash: await sha256(jti),
        session_id: sessionId,
        issued_at: issuedAtMs,
        expires_at: expiresAtMs,
        signing_key_id: key.id,
      },
      exists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))),
    ),
  ]);
  if (opened.meta.changes === 0) return null;
  return {
    refresh: await signRefreshToken({ jti, accountId, sessionId, issuedAtMs, expiresAtMs }, key),
    access: await signAccessToken({ accountId, sessionId }, key, issuedAtMs),
  };
}
