/** A passkey's answer to a challenge: whose passkey it is, whether it is valid, and that it is accepted once. */
import { and, eq, exists, getTableColumns, lt, or, sql } from "drizzle-orm";
import type { PasskeyAnswer } from "#shared/contracts/passkeys.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { CallerDependencies, Account, ChallengeType, Claims } from "#worker/api/session/index.ts";
import { accounts } from "#worker/api/tables/session.ts";
import { isUnspent, spentChallenge } from "./challenges.ts";
import { PasskeyFault } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import { passkeys, spentChallenges } from "#worker/api/tables/passkeys.ts";

/** A valid answer, provided that it was not given before. */
export interface Answer {
  readonly account: Account;
  readonly passkeyId: string;
  readonly challenge: Claims;
  readonly counter: number;
}

/** Throws PasskeyFault if it is not valid. */
export async function readAnswer(
  deps: CallerDependencies,
  type: ChallengeType,
  credential: PasskeyAnswer["credential"],
  party: RelyingParty,
): Promise<Answer> {
  const found = await deps.db
    .select({ passkey: getTableColumns(passkeys), account: getTableColumns(accounts) })
    .from(passkeys)
    .innerJoin(accounts, eq(accounts.id, passkeys.account_id))
    .where(eq(passkeys.credential_id, credential.id))
    .get();
  if (!found) throw new PasskeyFault("unknown_passkey");
  const { account, passkey } = found;
  const { verifyAnswer } = await import("./verify-response.ts");
  const verified = await verifyAnswer(deps, type, credential, party, passkey);
  return { account, passkeyId: passkey.id, ...verified };
}

/**
 * Statements that accept the answer; the last one changes nothing if it was given before. Of two at the same moment, one is
 * accepted.
 */
export function takeAnswer(db: Database, { passkeyId, challenge, counter }: Answer, nowMs: number) {
  const isNext = and(
    eq(passkeys.id, passkeyId),
    or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`)),
  );
  const current = db.select({ id: passkeys.id }).from(passkeys).where(isNext);
  return [
    insertIf(
      db,
      spentChallenges,
      spentChallenge(challenge, nowMs),
      sql`${isUnspent(db, challenge)} AND ${exists(current)}`,
    ),
    db
      .update(passkeys)
      .set({ counter, last_used_at: nowMs })
      .where(and(eq(passkeys.id, passkeyId), sql`changes() > 0`)),
  ] as const;
}
