/** Opens a session for somebody who has authenticated. */
import { and, eq, exists, type SQL, sql } from "drizzle-orm";
import type { TokenPair } from "#shared/contracts/session.ts";
import { sha256 } from "#worker/http/digests.ts";
import { insertIf } from "../database.ts";
import type { CallerDependencies } from "./dependencies.ts";
import type { Account } from "./account.ts";
import { clientNetwork } from "./client-address.ts";
import { accounts, sessions, sessionTokens } from "#worker/api/tables/session.ts";
import { createJti, signAccessToken, signRefreshToken } from "./tokens.ts";
import { summariseUserAgent } from "./user-agent-summary.ts";
import { REFRESH_TOKEN_LIFETIME_SECONDS, SESSION_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

/** What a session stores about where it was opened. */
export interface Device {
  readonly userAgent: string;
  readonly network: string;
}

export function describeDevice(headers: Headers): Device {
  return {
    userAgent: summariseUserAgent(headers.get("User-Agent") ?? ""),
    network: clientNetwork(headers),
  };
}

/**
 * Null if the account has meanwhile got another passcode, or been switched off or deleted, or if `condition` no longer
 * holds: this ended its sessions, and an earlier check must not open new ones.
 */
export async function openSession(
  { db, signingKeys, now }: CallerDependencies,
  { id: accountId, passcode_hash: passcodeHash, id_alone: idAlone, role }: Account,
  { userAgent, network }: Device,
  condition?: SQL,
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
    eq(accounts.id_alone, idAlone),
    sql`${accounts.passcode_hash} IS ${passcodeHash}`,
    condition,
  );
  const token = {
    session_id: sessionId,
    jti_hash: await sha256(jti),
    issued_at: issuedAtMs,
    expires_at: expiresAtMs,
    signing_key_id: key.id,
  };
  const isOpened = exists(db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)));
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
    insertIf(db, sessionTokens, token, isOpened),
  ]);
  if (opened.meta.changes === 0) return null;
  return {
    refresh: await signRefreshToken({ jti, accountId, sessionId, issuedAtMs, expiresAtMs }, key),
    access: await signAccessToken({ accountId, sessionId }, key, issuedAtMs),
  };
}
