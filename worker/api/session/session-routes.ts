/** `/api/auth/`: sign-in, refresh, the current user and sign-out. */
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { RefreshRequest, SignInAnswer, SignInRequest, TokenPair, User } from "#shared/contracts/session.ts";
import { declare, describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { body } from "#worker/api/request-body.ts";
import { describeUser } from "./account.ts";
import { clientAddress } from "./client-address.ts";
import { signOut } from "./end-sessions.ts";
import { describeDevice } from "./open-session.ts";
import { refreshSession } from "./refresh-session.ts";
import {
  refuse,
  refuseAccountOfToken,
  refuseAttempt,
  refusePasscode,
  refuseRefreshToken,
  refuseToCreate,
} from "./session-refusals.ts";
import { requireMember } from "./require-member.ts";
import { signIn, type SignIn } from "./sign-in.ts";
import { beginSignInAttempt } from "./sign-in-attempt.ts";
import { requireTurnstile } from "./turnstile.ts";
import { readPepper } from "./token-keys.ts";

type SessionEnv = ApiEnv<SessionDependencies>;

/** As in Django REST, where a text field accepts an integer: many clients write ids as numbers. */
const SignInBody = v.object({
  ...SignInRequest.entries,
  pocketoption_id: v.pipe(
    v.unknown(),
    v.transform((id) => (Number.isSafeInteger(id) ? String(id) : id)),
    SignInRequest.entries.pocketoption_id,
  ),
});

/** Checked before the body is read. Throws SignInNotConfiguredError. */
const requireKeys = declare(
  createMiddleware<SessionEnv>(async (c, next) => {
    c.var.deps.signingKeys();
    return next();
  }),
  { "x-refusals": [{ 503: ["sign_in_not_configured"] }] },
);

const requirePepper = createMiddleware<SessionEnv>(async (c, next) => {
  readPepper(c.var.deps.passcodePepper);
  return next();
});

/** Token calls ignore the `Authorization` header, so a stale one does no harm. */
export const sessionRoutes = new Hono<SessionEnv>();

sessionRoutes.post(
  "/login/",
  describe({
    id: "signIn",
    tag: "session",
    summary: "Sign in with an account id",
    description:
      "The id alone signs in only if staff allow it; otherwise `passcode_required` asks for the passcode, whether the id exists or not. " +
      "A free id creates the account if `SIGN_UP` is `open`, or if it is `invite` and the `invite` is usable; an invite for an account " +
      "sets its first passcode. With `create: false`, a free id creates an account only with an invite: otherwise the answer is " +
      "`account_not_found`, and the same call without `create: false` creates it. Other refusals do not distinguish these cases. " +
      "Failed attempts are limited per id and per address, or per device if the request has the `device_token` of an earlier sign-in.",
    answers: { 200: { description: "A new session.", schema: SignInAnswer } },
    refusals: {
      400: ["passcode_too_common"],
      401: ["no_active_account", "passcode_required", "passkey_required"],
      404: ["account_not_found"],
      429: ["throttled"],
    },
  }),
  requireKeys,
  requirePepper,
  body(SignInBody, { published: SignInRequest }),
  requireTurnstile,
  (c) => answerSignIn(c, c.req.valid("json")),
);

sessionRoutes.post(
  "/refresh/",
  describe({
    id: "refresh",
    tag: "session",
    summary: "Exchange a refresh token for a new pair",
    description:
      "Safe to repeat: for 30 seconds the same token is answered with the same successor. Used again later, it ends the " +
      "whole session.",
    answers: { 200: { description: "The next pair of the session.", schema: TokenPair } },
    refusals: { 401: ["token_not_valid", "no_active_account"] },
  }),
  requireKeys,
  body(RefreshRequest),
  async (c) => {
    const { deps, requestId } = c.var;
    const result = await refreshSession(deps, c.req.valid("json").refresh);
    if (result.outcome === "account_refused") return refuseAccountOfToken();
    if (result.outcome === "token_refused") {
      if (result.reused) deps.log({ level: "warn", event: "refresh_token_reused", requestId });
      return refuseRefreshToken(result.fault);
    }
    return c.json({ access: result.tokens.access, refresh: result.tokens.refresh });
  },
);

sessionRoutes.post(
  "/logout/",
  describe({
    id: "signOut",
    tag: "session",
    summary: "End the session of a refresh token",
    answers: { 204: { description: "The session has ended." } },
    refusals: { 401: ["token_not_valid"] },
  }),
  requireKeys,
  body(RefreshRequest),
  async (c) => {
    const fault = await signOut(c.var.deps, c.req.valid("json").refresh);
    return fault ? refuseRefreshToken(fault) : c.body(null, 204);
  },
);

sessionRoutes.get(
  "/me/",
  describe({
    id: "readMe",
    tag: "session",
    summary: "The current user",
    answers: { 200: { description: "The owner of the access token.", schema: User } },
  }),
  requireMember,
  async (c) => c.json(await describeUser(c.var.deps, c.var.account)),
);

async function answerSignIn(
  c: Context<SessionEnv>,
  { pocketoption_id: pocketoptionId, passcode, create, invite, device_token: deviceToken }: SignInRequest,
): Promise<Response> {
  const { deps, requestId } = c.var;
  const { headers } = c.req.raw;
  const origin = { address: clientAddress(headers), deviceToken };
  const attempt = await beginSignInAttempt(deps, pocketoptionId, origin);
  if (!attempt.admitted) {
    deps.log({ level: "warn", event: "sign_in_throttled", requestId });
    return refuseAttempt(attempt.retryAfterSeconds);
  }
  const credentials = { pocketoptionId, passcode, mayCreate: create !== false, invite };
  const visit = {
    device: describeDevice(headers),
    requestId,
    allowNewAccount: attempt.allowNewAccount(credentials.mayCreate),
  };
  const result = await signIn(deps, credentials, visit).catch(async (error: unknown) => {
    // The server failed, so the attempt does not count. A wrong passcode is a result, not a failure, so none can be tried
    // this way.
    await attempt.giveBack();
    throw error;
  });
  if (!result.ok) return refuseSignIn(c, result);
  await attempt.succeed();
  const { refresh, access } = result.tokens;
  // A sign-in by id alone proves nothing that would distinguish the member from strangers.
  return c.json({
    refresh,
    access,
    ...(passcode !== undefined && { device_token: await attempt.deviceToken() }),
  });
}

function refuseSignIn(c: Context<SessionEnv>, result: Exclude<SignIn, { ok: true }>): Response {
  const { deps, requestId } = c.var;
  if (result.code === "throttled") {
    deps.log({ level: "warn", event: "sign_up_throttled", requestId });
    return refuseAttempt(result.retryAfterSeconds);
  }
  const { code, reason } = result;
  deps.log({ level: "info", event: "sign_in_refused", requestId, code, reason });
  if (code === "account_not_found") return refuseToCreate();
  return code === "staff_passcode_too_short" || code === "passcode_too_common"
    ? refusePasscode(code)
    : refuse(code);
}
