/** One site, one host: readers who come by another one are led to the operator's own (`SITE_ORIGIN`). */
import type { MiddlewareHandler } from "hono";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import type { GatewayEnv } from "./context.ts";
import { isOwnMachine, type SiteAddress, siteAddress } from "./site-address.ts";

/**
 * Cloudflare's own addresses of a worker and of its preview versions, at which a version is looked at before it serves the site:
 * https://developers.cloudflare.com/workers/configuration/previews/
 */
const PREVIEW_HOST = /\.workers\.dev$/i;

/** What programs ask, which do not follow a redirect everywhere, and what browsers take over no redirect: `/sw.js`. */
const STAYS = /^\/(?:api\/|healthz$|readyz$|sw\.js$|builds\/)/;

/** Whether the request came by a host that search engines should not know; never where the operator has named none. */
export function isElsewhere(url: string, site: SiteAddress | null): boolean {
  return site !== null && siteAddress(url)?.host !== site.host;
}

/**
 * 308 to the same address at `site`, null for none, whichever scheme was asked. Browsers ask again each time: one that had kept it would
 * not hear of another `SITE_ORIGIN`, and be led to and fro where an operator goes back to a former one.
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
