/** `/api/auth/`: sign-in, refresh, the current user and sign-out. */
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { readBody } from "#worker/api/request-body.ts";
import { RefreshRequest, SignInRequest } from "#shared/contracts/session.ts";
import type { ApiDependencies, ApiEnv } from "../dependencies.ts";
import { describeUser } from "./account.ts";
import { authenticate } from "./authenticate.ts";
import { clientAddress, clientNetwork } from "./client-address.ts";
import type { DeriveKey } from "./passcode.ts";
import { refreshSession } from "./refresh-session.ts";
import { refuse, refuseAccountOfToken, refuseAttempt, refuseRefreshToken } from "./refusals.ts";
import { signIn, type Device } from "./sign-in.ts";
import { beginSignInAttempt } from "./sign-in-attempt.ts";
import { signOut } from "./end-sessions.ts";
import { readPepper, SignInNotConfiguredError } from "./signing-keys.ts";
import { summariseUserAgent } from "./user-agent-summary.ts";

/** As in Django REST, where a text field takes a whole number: ids are written as numbers by many. */
const SignInBody = v.object({
  ...SignInRequest.entries,
  pocketoption_id: v.pipe(
    v.unknown(),
    v.transform((id) => (Number.isSafeInteger(id) ? String(id) : id)),
    SignInRequest.entries.pocketoption_id,
  ),
});

/**
 * Token calls look at no `Authorization` header, so a stale one does no harm. Where a secret is missing, says so once in
 * the log; every call then throws SignInNotConfiguredError, which the API answers with 503.
 */
export function createSessionRoutes(
  deps: ApiDependencies,
  { deriveKey }: { readonly deriveKey?: DeriveKey } = {},
): Hono<ApiEnv> {
  reportMissingSecrets(deps);
  const routes = new Hono<ApiEnv>();
  routes.post("/login/", (c) => answerSignIn(c, deps, deriveKey));
  routes.post("/refresh/", (c) => answerRefresh(c, deps));
  routes.get("/me/", async (c) => {
    const authentication = await authenticate(deps, c.req.raw.headers);
    return authentication.ok ? c.json(describeUser(authentication.account)) : authentication.refusal;
  });
  routes.post("/logout/", async (c) => {
    deps.signingKeys();
    const body = await readBody(c.req.raw, RefreshRequest);
    if (!body.ok) return body.refusal;
    const fault = await signOut(deps, body.value.refresh);
    return fault ? refuseRefreshToken(fault) : c.body(null, 204);
  });
  return routes;
}

async function answerSignIn(
  c: Context<ApiEnv>,
  deps: ApiDependencies,
  deriveKey?: DeriveKey,
): Promise<Response> {
  deps.signingKeys();
  readPepper(deps.passcodePepper);
  const body = await readBody(c.req.raw, SignInBody);
  if (!body.ok) return body.refusal;
  const { pocketoption_id: pocketoptionId, passcode, device_token: deviceToken } = body.value;
  const { headers } = c.req.raw;
  const origin = { address: clientAddress(headers), deviceToken };
  const attempt = await beginSignInAttempt(deps, pocketoptionId, origin);
  if (!attempt.admitted) {
    deps.log({ level: "warn", event: "sign_in_throttled", requestId: c.var.requestId });
    return refuseAttempt(attempt.retryAfterSeconds);
  }
  const credentials = { pocketoptionId, passcode };
  const result = await signIn(deps, credentials, describeDevice(headers), deriveKey).catch(
    async (error: unknown) => {
      // The fault is ours. A wrong passcode is a result, so that none can be tried this way.
      await attempt.giveBack();
      throw error;
    },
  );
  if (!result.ok) {
    const { code, reason } = result;
    deps.log({ level: "info", event: "sign_in_refused", requestId: c.var.requestId, code, reason });
    return refuse(code);
  }
  await attempt.succeed();
  const { refresh, access } = result.tokens;
  // Whoever signs in by an id alone has proved nothing that would set them apart from strangers.
  return c.json({
    refresh,
    access,
    ...(passcode !== undefined && { device_token: await attempt.deviceToken() }),
  });
}

async function answerRefresh(c: Context<ApiEnv>, deps: ApiDependencies): Promise<Response> {
  deps.signingKeys();
  const body = await readBody(c.req.raw, RefreshRequest);
  if (!body.ok) return body.refusal;
  const result = await refreshSession(deps, body.value.refresh);
  if (result.outcome === "account_refused") return refuseAccountOfToken();
  if (result.outcome === "token_refused") {
    if (result.reused) deps.log({ level: "warn", event: "refresh_token_reused", requestId: c.var.requestId });
    return refuseRefreshToken(result.fault);
  }
  return c.json({ access: result.tokens.access, refresh: result.tokens.refresh });
}

function reportMissingSecrets({ log, passcodePepper, signingKeys }: ApiDependencies): void {
  try {
    signingKeys();
    readPepper(passcodePepper);
  } catch (error) {
    if (!(error instanceof SignInNotConfiguredError)) throw error;
    log({ level: "error", event: "sign_in_not_configured", detail: error.message });
  }
}

function describeDevice(headers: Headers): Device {
  return {
    userAgent: summariseUserAgent(headers.get("User-Agent") ?? ""),
    network: clientNetwork(headers),
  };
}
