/** Keeps one host per site: readers who come by another host are redirected to the operator's own (`SITE_ORIGIN`). */
import type { MiddlewareHandler } from "hono";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import type { GatewayEnv } from "./context.ts";
import { isOwnMachine } from "#worker/http/own-machine.ts";
import { type SiteAddress, siteAddress } from "./site-address.ts";

/**
 * Cloudflare's own addresses of a worker and of its preview versions, where a version can be viewed before it serves the
 * site: https://developers.cloudflare.com/workers/configuration/previews/
 */
const PREVIEW_HOST = /\.workers\.dev$/i;

/**
 * Paths that are not redirected: those used by programs, which do not all follow a redirect, and those for which browsers
 * accept none: `/sw.js`.
 */
const STAYS = /^\/(?:api\/|healthz$|readyz$|sw\.js$|builds\/)/;

/** Whether the request came by a host that search engines should not know; always false if the operator has set no origin. */
export function isElsewhere(url: string, site: SiteAddress | null): boolean {
  return site !== null && siteAddress(url)?.host !== site.host;
}

/**
 * 308 to the same address at `site`, whatever the request's scheme; null for no redirect. Not cached: a browser that had
 * cached it would miss a change of `SITE_ORIGIN`, and would be redirected in a loop if an operator returns to a former one.
 */
export function toCanonicalHost(site: SiteAddress | null): MiddlewareHandler<GatewayEnv> {
  return async function toCanonicalHost(c, next) {
    const { host = "" } = siteAddress(c.req.url) ?? {};
    const stays =
      !isElsewhere(c.req.url, site) ||
      !isSafeMethod(c.req.method) ||
      STAYS.test(c.req.path) ||
      PREVIEW_HOST.test(host) ||
      isOwnMachine(host);
    if (site === null || stays) return next();
    c.header("Cache-Control", "no-cache");
    return c.redirect(site.origin + c.req.url.slice(c.req.url.indexOf("/", "https://".length)), 308);
  };
}
