/** Step-up: what a stolen session must not be able to do asks for the passcode of whoever is signed in once more. */
import type { Context } from "hono";
import type { ApiDependencies } from "../dependencies.ts";
import { verifyPasscode } from "./passcode.ts";
import { refuseAttempt, refusePasscode } from "./refusals.ts";
import type { MemberEnv } from "./require-member.ts";
import { beginConfirmation } from "./sign-in-attempt.ts";

/**
 * Null where `passcode` is the member's; else the refusal to answer with. Attempts are limited, or whoever took over an open
 * session could try them all. Throws SignInNotConfiguredError.
 */
export async function refuseUnlessConfirmed(
  c: Context<MemberEnv>,
  deps: ApiDependencies,
  passcode: string | undefined,
): Promise<Response | null> {
  if (passcode === undefined) return refusePasscode("wrong_passcode");
  const { passcode_hash: hash, pocketoption_id: pocketoptionId } = c.var.account;
  const { sessionId } = c.var.member;
  const attempt = await beginConfirmation(deps, { pocketoptionId, sessionId });
  if (!attempt.admitted) {
    deps.log({ level: "warn", event: "passcode_confirmation_throttled", requestId: c.var.requestId });
    return refuseAttempt(attempt.retryAfterSeconds);
  }
  if (!(await verifyPasscode(deps, passcode, hash))) return refusePasscode("wrong_passcode");
  await attempt.succeed();
  return null;
}
