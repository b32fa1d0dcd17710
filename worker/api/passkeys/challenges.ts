/** Challenges that passkeys sign: signed tokens, so that none has to be stored before it is answered. Each is accepted once. */
import { eq, lte, notExists, type SQL } from "drizzle-orm";
import { base64url } from "jose";
import type { Database } from "#worker/api/database.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import {
  type CallerDependencies,
  type ChallengeType,
  type Claims,
  type Member,
  signChallenge,
  verifyToken,
} from "#worker/api/session/index.ts";
import { PasskeyFault } from "./passkey-fault.ts";
import { spentChallenges } from "#worker/api/tables/passkeys.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const NOBODY = { accountId: "", sessionId: "" };

/** In base64url, as in WebAuthn. Throws SignInNotConfiguredError. */
export async function createChallenge(
  { signingKeys, now }: CallerDependencies,
  type: ChallengeType,
  of: Pick<Member, "accountId" | "sessionId"> = NOBODY,
): Promise<string> {
  return base64url.encode(await signChallenge(type, of, signingKeys()[0], now()));
}

/**
 * Throws if it is not base64url, and PasskeyFault if it is not of this site, for something else or too old. `isUnspent`
 * checks whether it was answered before.
 */
export async function readChallenge(
  { signingKeys, now }: CallerDependencies,
  type: ChallengeType,
  challenge: string,
): Promise<Claims> {
  const token = new TextDecoder().decode(base64url.decode(challenge));
  const verification = await verifyToken(token, type, { keys: signingKeys(), nowMs: now() });
  if (!verification.ok) throw new PasskeyFault(`challenge: ${verification.fault}`);
  return verification.token.claims;
}

/** Condition: nobody has answered it. */
export function isUnspent(db: Database, { jti }: Claims): SQL {
  return notExists(
    db.select({ jti: spentChallenges.jti }).from(spentChallenges).where(eq(spentChallenges.jti, jti)),
  );
}

/** The row that marks it as answered. */
export function spentChallenge({ jti }: Claims, nowMs: number): typeof spentChallenges.$inferInsert {
  return { jti, expires_at: nowMs + PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000 };
}

/** For a scheduled handler: deletes those that have expired. */
export async function purgeSpentChallenges({ db, now }: BaseDependencies): Promise<void> {
  await db.delete(spentChallenges).where(lte(spentChallenges.expires_at, now()));
}
