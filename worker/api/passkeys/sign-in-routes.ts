/** `/api/auth/passkeys/`: signing in by one. */
import { type Context, Hono } from "hono";
import { PasskeySignIn, PasskeySignInOptions } from "#shared/contracts/passkeys.ts";
import { SignInAnswer } from "#shared/contracts/session.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { body } from "#worker/api/request-body.ts";
import {
  beginPasskeyAttempt,
  clientAddress,
  describeDevice,
  refuse,
  refuseAttempt,
} from "#worker/api/session/index.ts";
import { createChallenge } from "./challenges.ts";
import { PasskeyFault } from "./passkey-fault.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { signInByPasskey } from "./sign-in-by-passkey.ts";

export const passkeySignInRoutes = new Hono<ApiEnv>();

passkeySignInRoutes.post(
  "/passkeys/options/",
  describe({
    id: "passkeySignInOptions",
    tag: "session",
    summary: "What a browser needs to sign in by a passkey",
    description: "Names no account: the browser offers the passkeys that it has for this site.",
    answers: { 200: { description: "For `navigator.credentials.get`.", schema: PasskeySignInOptions } },
    refusals: { 503: ["sign_in_not_configured"] },
  }),
  async (c) =>
    c.json({
      challenge: await createChallenge(c.var.deps, "passkey_sign_in"),
      rpId: relyingPartyOf(c.var.deps, c.req.raw).id,
      timeout: PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000,
      userVerification: "required",
    } satisfies PasskeySignInOptions),
);

passkeySignInRoutes.post(
  "/passkeys/login/",
  describe({
    id: "signInByPasskey",
    tag: "session",
    summary: "Sign in by a passkey",
    description:
      "Whatever is wrong with the answer, its challenge or the account, the refusal is the same. A challenge serves once, for five " +
      "minutes. Attempts that do not succeed are limited per passkey and per address.",
    answers: { 200: { description: "A new session.", schema: SignInAnswer } },
    refusals: { 401: ["no_active_account"], 429: ["throttled"], 503: ["sign_in_not_configured"] },
  }),
  body(PasskeySignIn),
  (c) => answerSignIn(c, c.req.valid("json")),
);

async function answerSignIn(c: Context<ApiEnv>, { credential }: PasskeySignIn): Promise<Response> {
  const { deps, requestId } = c.var;
  const { headers } = c.req.raw;
  const attempt = await beginPasskeyAttempt(deps, credential.id, clientAddress(headers));
  if (!attempt.admitted) {
    deps.log({ level: "warn", event: "sign_in_throttled", requestId });
    return refuseAttempt(attempt.retryAfterSeconds);
  }
  try {
    const tokens = await signInByPasskey(
      deps,
      credential,
      relyingPartyOf(c.var.deps, c.req.raw),
      describeDevice(headers),
    );
    await attempt.succeed();
    return c.json(tokens);
  } catch (error) {
    if (!(error instanceof PasskeyFault)) {
      // The fault is ours.
      await attempt.giveBack();
      throw error;
    }
    const code = "no_active_account";
    deps.log({ level: "info", event: "sign_in_refused", requestId, code, reason: error.message });
    return refuse(code);
  }
}
