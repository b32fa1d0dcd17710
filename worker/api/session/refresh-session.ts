/** Refresh: a refresh token for its one successor, once; again within the grace window; never after. */
import * as v from "valibot";
import type { TokenPair } from "#shared/contracts/session.ts";
import {
  REFRESH_GRACE_SECONDS,
  REFRESH_TOKEN_LIFETIME_SECONDS,
  SESSION_LIFETIME_SECONDS,
} from "#shared/limits.ts";
import { sha256 } from "#worker/http/sha256.ts";
import type { ApiDependencies } from "../dependencies.ts";
import { revokeSession } from "./end-sessions.ts";
import type { SigningKey } from "./signing-keys.ts";
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

/** State of the presented token's row, its family, its account and its successor, after the rotation was tried. */
const Rotation = v.object({
  is_active: v.number(),
  revoked_at: v.nullable(v.number()),
  /** 1 where the session has lasted as long as any does. */
  is_over: v.nullable(v.number()),
  rotated_at: v.nullable(v.number()),
  issued_at: v.nullable(v.number()),
  expires_at: v.nullable(v.number()),
  signing_key_id: v.nullable(v.string()),
});
type Rotation = v.InferOutput<typeof Rotation>;

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
  if (rotation.is_over === 1) return { outcome: "token_refused", fault: "Token is expired" };
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

/** SQL of when a session ends for good. */
const SESSION_END = `(session.created_at + CASE account.role
  WHEN 'staff' THEN ${SESSION_LIFETIME_SECONDS.staff * 1000} ELSE ${SESSION_LIFETIME_SECONDS.member * 1000} END)`;

interface Successor {
  readonly jti: string;
  readonly nowMs: number;
  readonly signingKeyId: string;
}

/** One transaction: whoever comes first makes the successor, everyone reads the same one. Null where the account is gone. */
async function rotate(
  db: D1Database,
  { claims }: VerifiedToken,
  { jti, nowMs, signingKeyId }: Successor,
): Promise<Rotation | null> {
  const presented = await sha256(claims.jti);
  const successor = await sha256(jti);
  const expiresAtMs = nowMs + REFRESH_TOKEN_LIFETIME_SECONDS * 1000;
  const results = await db.batch([
    db
      .prepare(
        `INSERT INTO refresh_tokens (jti_hash, session_id, issued_at, expires_at, signing_key_id)
         SELECT ?2, session.id, ?3, min(?4, ${SESSION_END}), ?5
         FROM refresh_tokens AS presented
         JOIN sessions AS session ON session.id = presented.session_id
         JOIN accounts AS account ON account.id = session.account_id
         WHERE presented.jti_hash = ?1 AND presented.rotated_at IS NULL
           AND session.revoked_at IS NULL AND account.is_active = 1 AND ${SESSION_END} > ?3
         ON CONFLICT DO NOTHING`,
      )
      .bind(presented, successor, nowMs, expiresAtMs, signingKeyId),
    db
      .prepare(
        `UPDATE refresh_tokens SET rotated_at = ?3
         WHERE jti_hash = ?1 AND rotated_at IS NULL AND EXISTS (SELECT 1 FROM refresh_tokens WHERE jti_hash = ?2)`,
      )
      .bind(presented, successor, nowMs),
    db
      .prepare(
        `UPDATE sessions SET last_used_at = ?2, expires_at = (SELECT expires_at FROM refresh_tokens WHERE jti_hash = ?3)
         WHERE id = (SELECT session_id FROM refresh_tokens WHERE jti_hash = ?1 AND rotated_at = ?2)`,
      )
      .bind(presented, nowMs, successor),
    db
      .prepare(
        `SELECT account.is_active, session.revoked_at, ${SESSION_END} <= ?4 AS is_over, presented.rotated_at,
                successor.issued_at, successor.expires_at, successor.signing_key_id
         FROM accounts AS account
         LEFT JOIN refresh_tokens AS presented ON presented.jti_hash = ?1
         LEFT JOIN refresh_tokens AS successor ON successor.jti_hash = ?2
         LEFT JOIN sessions AS session ON session.id = presented.session_id
         WHERE account.id = ?3`,
      )
      .bind(presented, successor, claims.user_id, nowMs),
  ]);
  const [row] = results.at(-1)?.results ?? [];
  return row === undefined ? null : v.parse(Rotation, row);
}

/** Where the key has been dropped since, the newest signs: another token, but of the same identity and just as good. */
function findKey(keys: readonly [SigningKey, ...SigningKey[]], id: string | null): SigningKey {
  return keys.find((key) => key.id === id) ?? keys[0];
}
