/** Refresh: a refresh token for its one successor, once; again within the grace window; never after. */
import { and, eq, exists, gt, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { TokenPair } from "#shared/contracts/session.ts";
import {
  REFRESH_GRACE_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
  SESSION_LIFETIME_SECONDS,
} from "#shared/limits.ts";
import { sha256 } from "#worker/http/sha256.ts";
import type { Database } from "../database.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { revokeSession } from "./end-sessions.ts";
import type { SigningKey } from "./signing-keys.ts";
import { accounts, refreshTokens, sessions } from "./tables.ts";
import {
  signAccessToken,
  signRefreshToken,
  successorJti,
  type TokenFault,
  type VerifiedToken,
  verifyToken,
} from "./tokens.ts";

export type Refresh =
  | { readonly outcome: "refreshed"; readonly tokens: TokenPair }
  | { readonly outcome: "token_refused"; readonly fault: TokenFault; readonly reused?: true }
  | { readonly outcome: "account_refused" };

/**
 * Requests with the same token, at once or within 30 seconds, get the same successor. Later reuse means that two parties
 * hold the family: it is revoked, `reused` is set (RFC 9700 section 4.14.2).
 */
export async function refreshSession(deps: ApiDependencies, refreshToken: string): Promise<Refresh> {
  const keys = deps.signingKeys();
  const nowMs = deps.now();
  const verification = await verifyToken(refreshToken, "refresh", { keys, nowMs });
  if (!verification.ok) return { outcome: "token_refused", fault: verification.fault };

  const { token } = verification;
  const jti = await successorJti(token);
  const rotation = await rotate(deps.db, token, { jti, nowMs, signingKeyId: keys[0].id });
  if (!rotation?.is_active) return { outcome: "account_refused" };
  if (rotation.is_over) return { outcome: "token_refused", fault: "Token is expired" };
  if (rotation.rotated_at === null || rotation.issued_at === null || rotation.expires_at === null) {
    // Either revoked before it was ever rotated, or signed by us but not on record.
    return {
      outcome: "token_refused",
      fault: rotation.revoked_at === null ? "Token is invalid" : "Token is blacklisted",
    };
  }
  if (rotation.revoked_at !== null) return { outcome: "token_refused", fault: "Token is blacklisted" };
  if (nowMs - rotation.rotated_at > REFRESH_GRACE_SECONDS * 1000) {
    await revokeSession(deps, token.claims.sid);
    return { outcome: "token_refused", fault: "Token is blacklisted", reused: true };
  }
  const family = { accountId: token.claims.user_id, sessionId: token.claims.sid };
  const times = { issuedAtMs: rotation.issued_at, expiresAtMs: rotation.expires_at };
  const key = findKey(keys, rotation.signing_key_id);
  return {
    outcome: "refreshed",
    tokens: {
      access: await signAccessToken(family, keys[0], nowMs),
      refresh: await signRefreshToken({ ...family, jti, ...times }, key),
    },
  };
}

/** When a session ends for good. */
const sessionEnd = sql`(${sessions.created_at} + CASE ${accounts.role}
  WHEN 'staff' THEN ${sql.raw(String(SESSION_LIFETIME_SECONDS.staff * 1000))}
  ELSE ${sql.raw(String(SESSION_LIFETIME_SECONDS.member * 1000))} END)`;

const presented = alias(refreshTokens, "presented");
const successor = alias(refreshTokens, "successor");

interface Successor {
  readonly jti: string;
  readonly nowMs: number;
  readonly signingKeyId: string;
}

/** One transaction: whoever comes first makes the successor, everyone reads the same one. Null where the account is gone. */
async function rotate(db: Database, { claims }: VerifiedToken, { jti, nowMs, signingKeyId }: Successor) {
  const presentedHash = await sha256(claims.jti);
  const successorHash = await sha256(jti);
  const expiresAtMs = nowMs + REFRESH_TOKEN_LIFETIME_SECONDS * 1000;
  const ofSuccessor = eq(successor.jti_hash, successorHash);
  const [, , , [rotation]] = await db.batch([
    db
      .insert(refreshTokens)
      .select(
        db
          .select({
            jti_hash: sql<string>`${successorHash}`.as("jti_hash"),
            session_id: sessions.id,
            issued_at: sql<number>`${nowMs}`.as("issued_at"),
            expires_at: sql<number>`min(${expiresAtMs}, ${sessionEnd})`.as("expires_at"),
            signing_key_id: sql<string>`${signingKeyId}`.as("signing_key_id"),
            rotated_at: sql<null>`NULL`.as("rotated_at"),
          })
          .from(presented)
          .innerJoin(sessions, eq(sessions.id, presented.session_id))
          .innerJoin(accounts, eq(accounts.id, sessions.account_id))
          .where(
            and(
              eq(presented.jti_hash, presentedHash),
              isNull(presented.rotated_at),
              isNull(sessions.revoked_at),
              eq(accounts.is_active, true),
              gt(sessionEnd, nowMs),
            ),
          ),
      )
      .onConflictDoNothing(),
    db
      .update(refreshTokens)
      .set({ rotated_at: nowMs })
      .where(
        and(
          eq(refreshTokens.jti_hash, presentedHash),
          isNull(refreshTokens.rotated_at),
          exists(db.select({ jti_hash: successor.jti_hash }).from(successor).where(ofSuccessor)),
        ),
      ),
    db
      .update(sessions)
      .set({
        last_used_at: nowMs,
        expires_at: sql`${db.select({ expires_at: successor.expires_at }).from(successor).where(ofSuccessor)}`,
      })
      .where(
        eq(
          sessions.id,
          db
            .select({ session_id: presented.session_id })
            .from(presented)
            .where(and(eq(presented.jti_hash, presentedHash), eq(presented.rotated_at, nowMs))),
        ),
      ),
    db
      .select({
        is_active: accounts.is_active,
        revoked_at: sessions.revoked_at,
        is_over: sql`${lte(sessionEnd, nowMs)}`.mapWith(Boolean).as("is_over"),
        rotated_at: presented.rotated_at,
        issued_at: successor.issued_at,
        expires_at: successor.expires_at,
        signing_key_id: successor.signing_key_id,
      })
      .from(accounts)
      .leftJoin(presented, eq(presented.jti_hash, presentedHash))
      .leftJoin(successor, ofSuccessor)
      .leftJoin(sessions, eq(sessions.id, presented.session_id))
      .where(eq(accounts.id, claims.user_id)),
  ]);
  return rotation ?? null;
}

/** Where the key has been dropped since, the newest signs: another token, but of the same identity and just as good. */
function findKey(keys: readonly [SigningKey, ...SigningKey[]], id: string | null): SigningKey {
  return keys.find((key) => key.id === id) ?? keys[0];
}
