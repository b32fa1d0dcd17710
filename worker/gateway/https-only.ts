/** Plain HTTP, on which tokens would go in clear, is answered on one's own machine alone. */
import type { MiddlewareHandler } from "hono";
import { problemResponse } from "#worker/http/problem.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import type { GatewayEnv } from "./context.ts";
import { isOwnMachine } from "./site-address.ts";

export interface HttpsOnlyOptions {
  /** Whatever host is named: a proxy before `npm start` may name any. */
  readonly isLocal: boolean;
}

const PLAIN_ADDRESS = /^http:\/\/(?<host>[^/?#]+)(?<rest>.*)$/is;

/** Leads readers to the same address over HTTPS; a write, which has come in clear already, is refused so that somebody notices. */
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
