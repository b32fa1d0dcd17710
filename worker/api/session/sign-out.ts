/** Sign-out: ends the session that a refresh token belongs to. */
import type { ApiDependencies } from "../dependencies.ts";
import { revokeSession } from "./revoke-session.ts";
import { type TokenFault, verifyToken } from "./tokens.ts";

/** Null when the session has ended, now or before. An expired or rotated token still ends its session; a forged one does not. */
export async function signOut(deps: ApiDependencies, refreshToken: string): Promise<TokenFault | null> {
  const verification = await verifyToken(refreshToken, "refresh", {
    keys: deps.signingKeys(),
    nowMs: deps.now(),
    expiry: "ignored",
  });
  if (!verification.ok) return verification.fault;
  await revokeSession(deps, verification.token.claims.sid);
  return null;
}
