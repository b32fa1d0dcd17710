/** Step-up by a passkey, for members without a passcode. */
import type { PasskeyAnswer, PasskeyRequestOptions } from "#shared/contracts/passkeys.ts";
import { type CallerDependencies, confirmIfChanged, type Member } from "#worker/api/session/index.ts";
import { readAnswer, takeAnswer } from "./answer.ts";
import { createChallenge } from "./challenges.ts";
import { selectPasskeys, toDescriptor } from "./own-passkeys.ts";
import { check } from "./passkey-fault.ts";
import type { RelyingParty } from "./relying-party.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

/** Throws SignInNotConfiguredError. */
export async function confirmationOptions(
  deps: CallerDependencies,
  member: Member,
  { id: rpId }: RelyingParty,
): Promise<PasskeyRequestOptions> {
  return {
    challenge: await createChallenge(deps, "passkey_confirmation", member),
    rpId,
    timeout: PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000,
    userVerification: "required",
    allowCredentials: (await selectPasskeys(deps.db, member.accountId)).map(toDescriptor),
  };
}

/** The next act of this session needs no passcode. Throws PasskeyFault if the answer is not by this member in this session. */
export async function confirmByPasskey(
  deps: CallerDependencies,
  credential: PasskeyAnswer["credential"],
  party: RelyingParty,
  { accountId, sessionId }: Member,
): Promise<void> {
  const { db, now } = deps;
  const answer = await readAnswer(deps, "passkey_confirmation", credential, party);
  const { account, challenge } = answer;
  check(account.id === accountId, "passkey_of_another");
  check(challenge.user_id === accountId && challenge.sid === sessionId, "challenge_of_another");
  const [, taken] = await db.batch([
    ...takeAnswer(db, answer, now()),
    confirmIfChanged(db, sessionId, now()),
  ]);
  check(taken.meta.changes > 0, "answered_before");
}
