/** Refresh: exchanges a refresh token for its one successor, once; again within the grace window; never after. */
import { and, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { TokenPair } from "#shared/contracts/session.ts";
import { sha256 } from "#worker/http/digests.ts";
import type { Database } from "../database.ts";
import type { CallerDependencies } from "./dependencies.ts";
import { revokeSession } from "./end-sessions.ts";
import type { SigningKey } from "./token-keys.ts";
import { accounts, sessions, sessionTokens } from "#worker/api/tables/session.ts";
import { signAccessToken, signRefreshToken, successorJti, type TokenFault, verifyToken } from "./tokens.ts";
import {
  REFRESH_GRACE_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
  SESSION_LIFETIME_SECONDS,
  SESSION_NOTED_EVERY_MS,
} from "#shared/limits/sessions.ts";

export type Refresh =
  | { readonly outcome: "refreshed"; readonly tokens: TokenPair }
  | { readonly outcome: "token_refused"; readonly fault: TokenFault; readonly reused?: true }
  | { readonly outcome: "account_refused" };

function refuse(fault: TokenFault): Refresh {
  return { outcome: "token_refused", fault };
}

/**
 * Requests with the same token, at once or within 30 seconds, get the same successor. Later reuse means that two parties
 * have the token: the token family is revoked and `reused` is set (RFC 9700 section 4.14.2).
 */
export async function refreshSession(deps: CallerDependencies, refreshToken: string): Promise<Refresh> {
  const keys = deps.signingKeys();
  const nowMs = deps.now();
  const verification = await verifyToken(refreshToken, "refresh", { keys, nowMs });
  if (!verification.ok) return refuse(verification.fault);

  const { token } = verification;
  const { user_id: accountId, sid: sessionId } = token.claims;
  const found = await findSession(deps.db, accountId, sessionId);
  if (!found?.is_active) return { outcome: "account_refused" };
  const { session } = found;
  // Signed by this site but not stored.
  if (session === null) return refuse("Token is invalid");
  const endsAtMs = session.created_at + SESSION_LIFETIME_SECONDS[found.role] * 1000;
  if (endsAtMs <= nowMs) return refuse("Token is expired");
  if (session.revoked_at !== null) return refuse("Token is blacklisted");

  const jti = await successorJti(token);
  const successor = {
    jti_hash: await sha256(jti),
    issued_at: nowMs,
    expires_at: Math.min(nowMs + REFRESH_TOKEN_LIFETIME_SECONDS * 1000, endsAtMs),
    signing_key_id: keys[0].id,
  };
  // Written first: if it fails, the refresh fails as a whole, and its token is still the newest at the next attempt.
  await noteUse(deps.db, session, { nowMs, expiresAtMs: successor.expires_at, endsAtMs });
  const jtiHash = await sha256(token.claims.jti);
  const issued = await exchange(deps.db, { sessionId, jtiHash, successor });
  if (issued === null || nowMs - issued.issued_at > REFRESH_GRACE_SECONDS * 1000) {
    await revokeSession(deps, sessionId);
    return { outcome: "token_refused", fault: "Token is blacklisted", reused: true };
  }
  const family = { accountId, sessionId };
  const times = { issuedAtMs: issued.issued_at, expiresAtMs: issued.expires_at };
  const key = findKey(keys, issued.signing_key_id);
  return {
    outcome: "refreshed",
    tokens: {
      access: await signAccessToken(family, keys[0], nowMs),
      refresh: await signRefreshToken({ ...family, jti, ...times }, key),
    },
  };
}

/** Undefined if the account was deleted. */
function findSession(db: Database, accountId: string, sessionId: string) {
  return db
    .select({ is_active: accounts.is_active, role: accounts.role, session: sessions })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.account_id, accounts.id)))
    .where(eq(accounts.id, accountId))
    .get();
}

const Issued = v.object({
  jti_hash: v.string(),
  issued_at: v.number(),
  expires_at: v.number(),
  signing_key_id: v.string(),
});
type Issued = v.InferOutput<typeof Issued>;
const Earlier = v.array(Issued);

interface Exchange {
  readonly sessionId: string;
  /** The hash of the presented token's identifier. */
  readonly jtiHash: string;
  readonly successor: Issued;
}

/**
 * One transaction, which writes one row: the first request replaces the token by its successor, all requests read the same
 * one. Null if another token replaced it before the grace window.
 */
async function exchange(db: Database, { sessionId, jtiHash, successor }: Exchange): Promise<Issued | null> {
  const { jti_hash, issued_at, expires_at, signing_key_id, earlier } = sessionTokens;
  const since = successor.issued_at - REFRESH_GRACE_SECONDS * 1000;
  const [, [row]] = await db.batch([
    db
      .update(sessionTokens)
      .set({
        ...successor,
        earlier: sql`(SELECT json_group_array(json(token)) FROM (
          SELECT value AS token FROM json_each(${earlier}) WHERE value ->> 'issued_at' >= ${since}
          UNION ALL SELECT json_object('jti_hash', ${jti_hash}, 'issued_at', ${issued_at}, 'expires_at', ${expires_at},
            'signing_key_id', ${signing_key_id}) WHERE ${issued_at} >= ${since}))`,
      })
      .where(and(eq(sessionTokens.session_id, sessionId), eq(jti_hash, jtiHash))),
    db.select().from(sessionTokens).where(eq(sessionTokens.session_id, sessionId)),
  ]);
  if (row === undefined) return null;
  if (row.jti_hash === successor.jti_hash) return row;
  const kept = v.parse(Earlier, JSON.parse(row.earlier));
  return kept.find(({ jti_hash }) => jti_hash === successor.jti_hash) ?? null;
}

/** Stores that the session is in use, now and then, so that most refreshes write nothing there. */
async function noteUse(
  db: Database,
  { id, last_used_at, expires_at }: typeof sessions.$inferSelect,
  {
    nowMs,
    expiresAtMs,
    endsAtMs,
  }: { readonly nowMs: number; readonly expiresAtMs: number; readonly endsAtMs: number },
): Promise<void> {
  if (expiresAtMs <= expires_at && nowMs - last_used_at < SESSION_NOTED_EVERY_MS) return;
  await db
    .update(sessions)
    .set({ last_used_at: nowMs, expires_at: Math.min(expiresAtMs + SESSION_NOTED_EVERY_MS, endsAtMs) })
    .where(eq(sessions.id, id));
}

/** If the key has been dropped since, the newest key signs: another token, but with the same identity and equally valid. */
function findKey(keys: readonly [SigningKey, ...SigningKey[]], id: string): SigningKey {
  return keys.find((key) => key.id === id) ?? keys[0];
}
