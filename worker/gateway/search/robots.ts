/** What search engines may read, by `/robots.txt` (RFC 9309), and which answers they may not list, by `X-Robots-Tag`. */
import type { Handler, Context } from "hono";
import { FEEDS_PATH, LANGUAGE_CHOICE_PATH, PAYLOAD_SUFFIX, isDataPath } from "#shared/site/routes.ts";
import { isElsewhere } from "#worker/gateway/canonical-host.ts";
import type { Config } from "#worker/config.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { OriginOf, SiteAddress } from "#worker/gateway/site-address.ts";

/**
 * Pages behind sign-in are not disallowed: a crawler has to read them to find their `noindex`. Neither are filtered lists:
 * they name the unfiltered page as canonical.
 */
const DISALLOWED = ["/api/", "/builds/", `/*${PAYLOAD_SUFFIX}`, LANGUAGE_CHOICE_PATH];

/** Feeds are made for machines, and link to signals. */
const ALLOWED = ["/", FEEDS_PATH];

/** Whether search engines may list the address of a request: all reasons for not listing a whole site are checked here. */
export type IsListed = (url: string) => boolean;

export function createIsListed(
  { environment }: Pick<Config, "environment">,
  site: SiteAddress | null,
): IsListed {
  return (url) => environment === "production" && !isElsewhere(url, site);
}

/**
 * Everything may be crawled except data and addresses that act, even if nothing may be listed, so that crawlers find the
 * `noindex`.
 */
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

/** Marks the answer of `c` as not to be listed. */
export function keepOutOfSearch(c: Context<GatewayEnv>): void {
  c.header("X-Robots-Tag", "noindex");
}

/** Marks what may not be listed, every error and all data, by a header, which also works for answers without a document head. */
export function markUnsearchable(c: Context<GatewayEnv>, isListed: IsListed): void {
  const { status, headers } = c.res;
  if (!isListed(c.req.url) || isDataPath(c.req.path) || status >= 400) headers.set("X-Robots-Tag", "noindex");
}
