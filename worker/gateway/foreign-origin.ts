/**
 * Detects requests that a page of another site makes a visitor's browser send.
 *
 * Not by hono/csrf: it checks forms only, refuses programs that send one without `Origin`, and compares the scheme as well.
 */
import type { MiddlewareHandler } from "hono";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import type { GatewayEnv } from "./context.ts";
import { siteAddress } from "./site-address.ts";

/**
 * Whether a page of another origin sends this. Browsers say so in `Sec-Fetch-Site`, older ones only in `Origin`; a client
 * that sends neither is not a browser. Only the host of `Origin` is compared: its scheme differs if a proxy before this
 * worker ends TLS.
 */
export function isForeign({ url, headers }: Request): boolean {
  const relation = headers.get("Sec-Fetch-Site");
  if (relation !== null) return relation !== "same-origin" && relation !== "none";
  const origin = headers.get("Origin");
  return origin !== null && URL.parse(origin)?.host !== siteAddress(url)?.host;
}

/** 403 `foreign_origin`. */
export function refuseForeign(): Response {
  const detail = "This is open to this site's own pages and to programs, not to the pages of other sites.";
  return problemResponse(403, { detail, code: "foreign_origin" });
}

/** To be put before everything that writes. */
export const refuseForeignWrites: MiddlewareHandler<GatewayEnv> = async function refuseForeignWrites(
  c,
  next,
) {
  return !isSafeMethod(c.req.method) && isForeign(c.req.raw) ? refuseForeign() : next();
};
