/** Who a request is from, by its bearer token: SimpleJWT's rules, and its session must not have ended. */
import * as v from "valibot";
import type { ApiDependencies } from "../dependencies.ts";
import { Account } from "./account.ts";
import { refuse, refuseAccessToken } from "./refusals.ts";
import { verifyToken } from "./tokens.ts";

export type Authentication =
  | { readonly ok: true; readonly account: Account; readonly sessionId: string }
  | { readonly ok: false; readonly refusal: Response };

const AccountWithSession = v.object({
  ...Account.entries,
  session_id: v.nullable(v.string()),
  revoked_at: v.nullable(v.number()),
});

/** One query at most. Throws SignInNotConfiguredError. */
export async function authenticate(deps: ApiDependencies, headers: Headers): Promise<Authentication> {
  const keys = deps.signingKeys();
  const bearer = readBearer(headers.get("Authorization"));
  if (typeof bearer !== "string") return { ok: false, refusal: refuse(bearer.code) };

  const verification = await verifyToken(bearer, "access", { keys, nowMs: deps.now() });
  if (!verification.ok) return { ok: false, refusal: refuseAccessToken(verification.fault) };

  const { user_id: accountId, sid: sessionId } = verification.token.claims;
  const found = await findAccountWithSession(deps.db, accountId, sessionId);
  if (!found) return { ok: false, refusal: refuse("user_not_found") };
  if (!found.is_active) return { ok: false, refusal: refuse("user_inactive") };
  if (found.session_id === null || found.revoked_at !== null) {
    return { ok: false, refusal: refuseAccessToken("Token is blacklisted") };
  }
  return { ok: true, account: found, sessionId };
}

// The scheme is compared case by case and another scheme is no credentials at all: rest_framework_simplejwt/authentication.py.
function readBearer(
  header: string | null,
): string | { readonly code: "not_authenticated" | "bad_authorization_header" } {
  const parts = header?.split(/\s+/).filter(Boolean) ?? [];
  if (parts[0] !== "Bearer") return { code: "not_authenticated" };
  const [, token] = parts;
  return token === undefined || parts.length > 2 ? { code: "bad_authorization_header" } : token;
}

async function findAccountWithSession(
  db: D1Database,
  accountId: string,
  sessionId: string,
): Promise<v.InferOutput<typeof AccountWithSession> | null> {
  const row = await db
    .prepare(
      `SELECT account.*, session.id AS session_id, session.revoked_at
       FROM accounts AS account
       LEFT JOIN sessions AS session ON session.id = ?2 AND session.account_id = account.id
       WHERE account.id = ?1`,
    )
    .bind(accountId, sessionId)
    .first();
  return row && v.parse(AccountWithSession, row);
}
