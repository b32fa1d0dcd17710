/** Who sent a request, by its bearer token: by SimpleJWT's rules, and only while its session has not ended. */
import { and, eq } from "drizzle-orm";
import type { CallerDependencies } from "./dependencies.ts";
import type { Database } from "../database.ts";
import type { Account } from "./account.ts";
import { refuse, refuseAccessToken } from "./session-refusals.ts";
import { accounts, sessions } from "#worker/api/tables/session.ts";
import { verifyToken } from "./tokens.ts";

export type Authentication =
  | { readonly ok: true; readonly account: Account; readonly sessionId: string }
  | { readonly ok: false; readonly refusal: Response };

/** One query at most. Throws SignInNotConfiguredError. */
export async function authenticate(deps: CallerDependencies, headers: Headers): Promise<Authentication> {
  const keys = deps.signingKeys();
  const nowMs = deps.now();
  const bearer = readBearer(headers.get("Authorization"));
  if (typeof bearer !== "string") return { ok: false, refusal: refuse(bearer.code) };

  const verification = await verifyToken(bearer, "access", { keys, nowMs });
  if (!verification.ok) return { ok: false, refusal: refuseAccessToken(verification.fault) };

  const { user_id: accountId, sid: sessionId } = verification.token.claims;
  const found = await findAccountWithSession(deps.db, accountId, sessionId);
  if (!found) return { ok: false, refusal: refuse("user_not_found") };
  const { account, session } = found;
  if (!account.is_active) return { ok: false, refusal: refuse("user_inactive") };
  // An access token issued in a session's last minutes would outlive it.
  if (session === null || session.revoked_at !== null || session.expires_at <= nowMs) {
    return { ok: false, refusal: refuseAccessToken("Token is blacklisted") };
  }
  return { ok: true, account, sessionId };
}

// The scheme is compared with case, and another scheme counts as no credentials: rest_framework_simplejwt/authentication.py.
function readBearer(
  header: string | null,
): string | { readonly code: "not_authenticated" | "bad_authorization_header" } {
  const parts = header?.split(/\s+/).filter(Boolean) ?? [];
  if (parts[0] !== "Bearer") return { code: "not_authenticated" };
  const [, token] = parts;
  return token === undefined || parts.length > 2 ? { code: "bad_authorization_header" } : token;
}

function findAccountWithSession(db: Database, accountId: string, sessionId: string) {
  return db
    .select({
      account: accounts,
      // Drizzle takes the session for missing if its first column is null.
      session: { expires_at: sessions.expires_at, revoked_at: sessions.revoked_at },
    })
    .from(accounts)
    .leftJoin(sessions, and(eq(sessions.id, sessionId), eq(sessions.account_id, accounts.id)))
    .where(eq(accounts.id, accountId))
    .get();
}
