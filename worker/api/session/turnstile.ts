/**
 * Cloudflare Turnstile before attempts to sign in, if the operator has set its keys: programs that try ids in bulk are
 * stopped before anything is counted or looked up.
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
import { createMiddleware } from "hono/factory";
import { SHOULD_RETRY_HEADER } from "#shared/http/retry.ts";
import * as v from "valibot";
import { declare } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import type { SessionDependencies } from "./dependencies.ts";
import { fetchBounded } from "#worker/http/fetch-bounded.ts";
import { describeError } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { TURNSTILE_RETRY_AFTER_SECONDS } from "#shared/limits/sessions.ts";

const SITEVERIFY = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
const BOUNDS = { maxBytes: 4 * 1024, timeoutMs: 4_000 } as const;

/** Only `success` decides: keys for tests return a host that is not the site's. */
const Verdict = v.object({ success: v.boolean(), "error-codes": v.optional(v.array(v.string()), []) });

/** Errors that are not about the token: the operator's secret is wrong, or Turnstile fails. */
const NOT_OF_THE_TOKEN = /^(?:(?:missing|invalid)-input-secret|bad-request|internal-error)$/;

type TurnstileEnv = ApiEnv<BaseDependencies & Pick<SessionDependencies, "turnstileSecret">>;

/**
 * Runs after the body's parser: its `turnstile_token` is valid once, for five minutes. The visitor's address is not passed
 * on.
 */
export const requireTurnstile = declare(
  createMiddleware<TurnstileEnv, string, { out: { json: { turnstile_token?: string | undefined } } }>(
    async (c, next) => {
      const { deps, requestId } = c.var;
      if (deps.turnstileSecret === null) return next();
      const { turnstile_token: token } = c.req.valid("json");
      const verdict =
        token === undefined ? "refused" : await verify(deps, deps.turnstileSecret, token, requestId);
      if (verdict === "refused") return refuse();
      if (verdict === "unavailable") return unavailable();
      await next();
      // The token is spent: the gateway would get a 403 for the same call.
      if (!c.res.ok) c.header(SHOULD_RETRY_HEADER, "false");
      return undefined;
    },
  ),
  { "x-refusals": [{ 403: ["challenge_failed"], 503: ["challenge_unavailable"] }] },
);

async function verify(
  { log }: BaseDependencies,
  secret: string,
  token: string,
  requestId: string,
): Promise<"accepted" | "refused" | "unavailable"> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, response: token }),
  };
  try {
    const deadline = AbortSignal.timeout(BOUNDS.timeoutMs);
    const { bytes } = await fetchBounded(SITEVERIFY, init, { maxBytes: BOUNDS.maxBytes, deadline });
    const verdict = v.parse(Verdict, JSON.parse(new TextDecoder().decode(bytes)));
    const fault = verdict["error-codes"].find((code) => NOT_OF_THE_TOKEN.test(code));
    if (!verdict.success && fault !== undefined) throw new Error(`Turnstile answers ${fault}`);
    return verdict.success ? "accepted" : "refused";
  } catch (error) {
    log({ level: "error", event: "turnstile_failed", requestId, error: describeError(error) });
    return "unavailable";
  }
}

function refuse(): Response {
  const detail = "Sign in from this site's form: turnstile_token must be a new token from Turnstile.";
  return problemResponse(403, { detail, code: "challenge_failed" });
}

function unavailable(): Response {
  const detail = "Turnstile is not available: the sign-in cannot be checked at the moment.";
  const headers = { "Retry-After": String(TURNSTILE_RETRY_AFTER_SECONDS) };
  return problemResponse(503, { detail, code: "challenge_unavailable" }, headers);
}
