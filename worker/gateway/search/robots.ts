/** What search engines may read, by `/robots.txt` (RFC 9309), and which answers they may not list, by `X-Robots-Tag`. */
import type { Handler, Context } from "hono";
import { FEEDS_PATH, LANGUAGE_CHOICE_PATH, PAYLOAD_SUFFIX, isDataPath } from "#shared/routes.ts";
import { isElsewhere } from "#worker/gateway/canonical-host.ts";
import type { Config } from "#worker/config.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { OriginOf, SiteAddress } from "#worker/gateway/site-address.ts";

/**
 * Pages behind sign-in are not named: a crawler has to read them to meet their `noindex`. Lists under a filter are not
 * either: they name the bare page as canonical.
 */
const DISALLOWED = ["/api/", "/builds/", `/*${PAYLOAD_SUFFIX}`, LANGUAGE_CHOICE_PATH];

/** Feeds are made to be read by machines, and lead to signals. */
const ALLOWED = ["/", FEEDS_PATH];

/** Whether search engines may list anything at the address of a request: each reason why a whole site may not be listed stands here. */
export type IsListed = (url: string) => boolean;

export function createIsListed(
  { environment }: Pick<Config, "environment">,
  site: SiteAddress | null,
): IsListed {
  return (url) => environment === "production" && !isElsewhere(url, site);
}

/** Everything may be read but data and addresses that do something; also where nothing is listed, so that crawlers meet the `noindex`. */
export function createRobots(originOf: OriginOf): Handler<GatewayEnv> {
  return (c) => {
    const rules = [
      "User-agent: *",
      ...ALLOWED.map((path) => `Allow: ${path}`),
      ...DISALLOWED.map((path) => `Disallow: ${path}`),
    ];
    const text = [...rules, "", `Sitemap: ${originOf(c.req.url)}/sitemap.xml`, ""].join("\n");
    return c.text(text, 200, { "Cache-Control": "public, max-age=3600" });
  };
}

/** Keeps the answer that `c` is about to give off every list. */
export function keepOutOfSearch(c: Context<GatewayEnv>): void {
  c.header("X-Robots-Tag", "noindex");
}

/** Keeps off every list what may not be listed, every error and all data; a header serves where there is no head to say it in. */
export function markUnsearchable(c: Context<GatewayEnv>, isListed: IsListed): void {
  const { status, headers } = c.res;
  if (!isListed(c.req.url) || isDataPath(c.req.path) || status >= 400) headers.set("X-Robots-Tag", "noindex");
}
