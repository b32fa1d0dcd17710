/** Step-up: acts that a stolen session must not be able to do require the member's passcode or passkey again. */
import { and, eq, gt, sql } from "drizzle-orm";
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Database } from "../database.ts";
import { declare } from "../declare.ts";
import type { BaseDependencies } from "#worker/api/dependencies.ts";
import type { ConfirmationDependencies } from "./dependencies.ts";
import { verifyPasscode } from "./passcode.ts";
import { refuseAttempt, refusePasscode } from "./session-refusals.ts";
import type { MemberEnv } from "./require-member.ts";
import { beginConfirmation } from "./sign-in-attempt.ts";
import { sessions } from "#worker/api/tables/session.ts";
import { PASSKEY_CONFIRMATION_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

type ConfirmationEnv = MemberEnv<ConfirmationDependencies>;

interface Confirmed {
  readonly current_passcode?: string | undefined;
}

/**
 * For routes that show a secret or make something that outlives the session; follows `body` with a contract that has
 * `current_passcode`. Goes on if that is the member's passcode, or if none is given and a passkey has confirmed this act.
 * Throws SignInNotConfiguredError.
 */
export const requireConfirmation = declare(
  createMiddleware<ConfirmationEnv, string, { in: { json: Confirmed }; out: { json: Confirmed } }>(
    async (c, next) => (await refusalOf(c, c.req.valid("json").current_passcode)) ?? next(),
  ),
  {
    "x-confirmation": true,
    "x-refusals": [{ 400: ["passcode_missing", "wrong_passcode"], 429: ["throttled"] }],
  },
);

/** Attempts are limited, because somebody with a stolen session could otherwise try all passcodes. */
async function refusalOf(
  c: Context<ConfirmationEnv>,
  passcode: string | undefined,
): Promise<Response | null> {
  const { deps } = c.var;
  if (passcode === undefined) {
    return (await takeConfirmation(deps, c.var.member.sessionId)) ? null : refusePasscode("passcode_missing");
  }
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

/** Statement: a passkey has confirmed the next act of this session, if the previous statement in the batch changed anything. */
export function confirmIfChanged(db: Database, sessionId: string, nowMs: number) {
  return db
    .update(sessions)
    .set({ confirmed_at: nowMs })
    .where(and(eq(sessions.id, sessionId), sql`changes() > 0`));
}

/** A confirmation is valid for one act. */
async function takeConfirmation({ db, now }: BaseDependencies, sessionId: string): Promise<boolean> {
  const earliestMs = now() - PASSKEY_CONFIRMATION_LIFETIME_SECONDS * 1000;
  const { meta } = await db
    .update(sessions)
    .set({ confirmed_at: null })
    .where(and(eq(sessions.id, sessionId), gt(sessions.confirmed_at, earliestMs)));
  return meta.changes > 0;
}
