/** Sign-in: from credentials to a new session. */
import * as v from "valibot";
import type { TokenPair } from "#shared/contracts/session.ts";
import { REFRESH_TOKEN_LIFETIME_SECONDS, SESSION_LIFETIME_SECONDS } from "#shared/limits.ts";
import { sha256 } from "#worker/http/sha256.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { Account } from "./account.ts";
import { type DeriveKey, verifyPasscode } from "./passcode.ts";
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
async function findAccount(db: D1Database, pocketoptionId: string): Promise<Account | null> {
  const row = await db
    .prepare(
      `SELECT * FROM accounts INDEXED BY accounts_by_search_id
       WHERE pocketoption_id = ?1 COLLATE NOCASE ORDER BY pocketoption_id = ?1 DESC LIMIT 1`,
    )
    .bind(pocketoptionId)
    .first();
  return row && v.parse(Account, row);
}

function whyIdAloneFails(account: Account | null): string | null {
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
  const [opened] = await db.batch([
    db
      .prepare(
        `INSERT INTO sessions (id, account_id, created_at, last_used_at, expires_at, user_agent, network)
         SELECT ?1, id, ?3, ?3, ?4, ?5, ?6 FROM accounts WHERE id = ?2 AND is_active = 1 AND passcode_hash IS ?7`,
      )
      .bind(sessionId, accountId, issuedAtMs, expiresAtMs, userAgent, network, passcodeHash),
    db
      .prepare(
        `INSERT INTO refresh_tokens (jti_hash, session_id, issued_at, expires_at, signing_key_id)
         SELECT ?1, id, ?3, ?4, ?5 FROM sessions WHERE id = ?2`,
      )
      .bind(await sha256(jti), sessionId, issuedAtMs, expiresAtMs, key.id),
  ]);
  if (opened?.meta.changes === 0) return null;
  return {
    refresh: await signRefreshToken({ jti, accountId, sessionId, issuedAtMs, expiresAtMs }, key),
    access: await signAccessToken({ accountId, sessionId }, key, issuedAtMs),
  };
}
