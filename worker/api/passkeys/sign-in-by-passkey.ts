/** Sign-in by a passkey: from the browser's answer to a new session of the passkey's owner. */
import { eq, exists } from "drizzle-orm";
import type { PasskeyAnswer } from "#shared/contracts/passkeys.ts";
import type { TokenPair } from "#shared/contracts/session.ts";
import { type CallerDependencies, type Device, openSession } from "#worker/api/session/index.ts";
import { readAnswer, takeAnswer } from "./answer.ts";
import { check, PasskeyFault } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import { passkeys } from "#worker/api/tables/passkeys.ts";

/** Throws PasskeyFault, whatever prevents the sign-in; the client does not learn the reason. */
export async function signInByPasskey(
  deps: CallerDependencies,
  credential: PasskeyAnswer["credential"],
  party: RelyingParty,
  device: Device,
): Promise<TokenPair> {
  const { db, now } = deps;
  const answer = await readAnswer(deps, "passkey_sign_in", credential, party);
  const { account, passkeyId } = answer;
  check(account.is_active, "inactive_account");
  const [, taken] = await db.batch(takeAnswer(db, answer, now()));
  check(taken.meta.changes > 0, "answered_before");
  const isKept = exists(db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, passkeyId)));
  const tokens = await openSession(deps, account, device, isKept);
  if (!tokens) throw new PasskeyFault("account_changed");
  return tokens;
}
