/** Allows plain HTTP, which sends tokens in clear text, in local development only. */
import type { MiddlewareHandler } from "hono";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import type { GatewayEnv } from "./context.ts";
import { isOwnMachine } from "#worker/http/own-machine.ts";

export interface HttpsOnlyOptions {
  /** Whatever the request's host: a proxy before `npm start` may send any. */
  readonly isLocal: boolean;
}

const PLAIN_ADDRESS = /^http:\/\/(?<host>[^/?#]+)(?<rest>.*)$/is;

/**
 * Redirects readers to the same address over HTTPS; refuses a write, which was already sent in clear text, so that the error
 * is noticed.
 */
export function httpsOnly({ isLocal }: HttpsOnlyOptions): MiddlewareHandler<GatewayEnv> {
  return async function httpsOnly(c, next) {
    const { host = "", rest = "" } = PLAIN_ADDRESS.exec(c.req.url)?.groups ?? {};
    if (isLocal || host === "" || isOwnMachine(host)) return next();
    if (isSafeMethod(c.req.method)) return c.redirect(`https://${host.replace(/:\d*$/, "")}${rest}`, 308);
    const detail =
      "Nothing is changed over plain HTTP: what you have sent could be read on its way. Use HTTPS.";
    return problemResponse(403, { detail, code: "https_required" });
  };
}
