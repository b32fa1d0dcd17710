/** `/api/auth/passkeys/`: sign-in by passkey, also for the first time. */
import { type Context, Hono } from "hono";
import {
  PasskeyAnswer,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeySignUp,
  PasskeySignUpOptionsRequest,
} from "#shared/contracts/passkeys.ts";
import { SignInAnswer } from "#shared/contracts/session.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { body } from "#worker/api/request-body.ts";
import {
  type SessionDependencies,
  beginPasskeyAttempt,
  beginSignInAttempt,
  clientAddress,
  describeDevice,
  refuse,
  refuseAttempt,
  requireTurnstile,
} from "#worker/api/session/index.ts";
import { createChallenge } from "./challenges.ts";
import { PasskeyFault } from "./passkey-fault.ts";
import { refuseFault } from "./passkey-refusals.ts";
import { type OriginDependencies, relyingPartyOf } from "./relying-party.ts";
import { signInByPasskey } from "./sign-in-by-passkey.ts";
import { signUpByPasskey, signUpOptions } from "./sign-up-by-passkey.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

type SignInEnv = ApiEnv<SessionDependencies & OriginDependencies>;

export const passkeySignInRoutes = new Hono<SignInEnv>();

passkeySignInRoutes.post(
  "/passkeys/options/",
  describe({
    id: "passkeySignInOptions",
    tag: "session",
    summary: "What a browser needs to sign in by a passkey",
    description: "Names no account: the browser offers the passkeys that it has for this site.",
    answers: { 200: { description: "For `navigator.credentials.get`.", schema: PasskeyRequestOptions } },
    refusals: { 503: ["sign_in_not_configured"] },
  }),
  async (c) =>
    c.json({
      challenge: await createChallenge(c.var.deps, "passkey_sign_in"),
      rpId: relyingPartyOf(c.var.deps, c.req.raw).id,
      timeout: PASSKEY_CHALLENGE_LIFETIME_SECONDS * 1000,
      userVerification: "required",
      allowCredentials: [],
    } satisfies PasskeyRequestOptions),
);

passkeySignInRoutes.post(
  "/passkeys/login/",
  describe({
    id: "signInByPasskey",
    tag: "session",
    summary: "Sign in by a passkey",
    description:
      "Whatever is wrong with the answer, its challenge or the account, the refusal is the same. A challenge is valid once, for five " +
      "minutes. Failed attempts are limited per passkey and per address.",
    answers: { 200: { description: "A new session.", schema: SignInAnswer } },
    refusals: { 401: ["no_active_account"], 429: ["throttled"], 503: ["sign_in_not_configured"] },
  }),
  body(PasskeyAnswer),
  (c) => answerSignIn(c, c.req.valid("json")),
);

passkeySignInRoutes.post(
  "/passkeys/sign-up/options/",
  describe({
    id: "passkeySignUpOptions",
    tag: "session",
    summary: "What a browser needs to create a newcomer's passkey",
    description: "For any id, free or taken: nothing is looked up.",
    answers: { 200: { description: "For `navigator.credentials.create`.", schema: PasskeyCreationOptions } },
    refusals: { 503: ["sign_in_not_configured"] },
  }),
  body(PasskeySignUpOptionsRequest),
  async (c) => {
    const { deps } = c.var;
    const party = relyingPartyOf(deps, c.req.raw);
    return c.json(await signUpOptions(deps, c.req.valid("json").pocketoption_id, party));
  },
);

passkeySignInRoutes.post(
  "/passkeys/sign-up/",
  describe({
    id: "signUpByPasskey",
    tag: "session",
    summary: "Sign in for the first time, by a new passkey",
    description:
      "Replaces a newcomer's passcode: where `signIn` would create the account or set its first passcode, this adds the passkey " +
      "instead. Refusals give no reason. Attempts have the same limits as with `signIn`.",
    answers: { 200: { description: "A new session.", schema: SignInAnswer } },
    refusals: {
      400: ["passkey_not_valid"],
      401: ["no_active_account"],
      429: ["throttled"],
      503: ["sign_in_not_configured"],
    },
  }),
  body(PasskeySignUp),
  requireTurnstile,
  (c) => answerSignUp(c, c.req.valid("json")),
);

async function answerSignUp(
  c: Context<SignInEnv>,
  { pocketoption_id: pocketoptionId, ...request }: PasskeySignUp,
): Promise<Response> {
  const { deps, requestId } = c.var;
  const { headers } = c.req.raw;
  const attempt = await beginSignInAttempt(deps, pocketoptionId, { address: clientAddress(headers) });
  if (!attempt.admitted) {
    deps.log({ level: "warn", event: "sign_in_throttled", requestId });
    return refuseAttempt(attempt.retryAfterSeconds);
  }
  const visit = {
    device: describeDevice(headers),
    requestId,
    allowNewAccount: attempt.allowNewAccount(true),
  };
  try {
    const result = await signUpByPasskey(
      deps,
      { pocketoptionId, ...request },
      relyingPartyOf(deps, c.req.raw),
      visit,
    );
    if (result.outcome === "throttled") {
      deps.log({ level: "warn", event: "sign_up_throttled", requestId });
      return refuseAttempt(result.retryAfterSeconds);
    }
    if (result.outcome === "refused") {
      const code = "no_active_account";
      deps.log({ level: "info", event: "sign_in_refused", requestId, code, reason: result.reason });
      return refuse(code);
    }
    await attempt.succeed();
    return c.json(result.tokens);
  } catch (error) {
    if (error instanceof PasskeyFault) return refuseFault(c.var, error);
    // The server failed, so the attempt does not count.
    await attempt.giveBack();
    throw error;
  }
}

async function answerSignIn(c: Context<SignInEnv>, { credential }: PasskeyAnswer): Promise<Response> {
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
      // The server failed, so the attempt does not count.
      await attempt.giveBack();
      throw error;
    }
    const code = "no_active_account";
    deps.log({ level: "info", event: "sign_in_refused", requestId, code, reason: error.message });
    return refuse(code);
  }
}
