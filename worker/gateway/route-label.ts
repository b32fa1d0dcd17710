/**
 * The form in which log lines state an address: the pattern of its route, as in `/api/signals/:id/`, and `:x` for segments
 * without one. Ids, handles, keys of hooks, names and queries therefore never reach the log, whatever the request.
 */
import type { Context } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { matchedRoutes } from "hono/route";
import build from "#build";
import { isLanguage } from "#shared/site/languages.ts";
import { DETAIL_PARAMS, isPageSegment, pageHref, pageOfPath, PAYLOAD_SUFFIX } from "#shared/site/routes.ts";
import { declaredPath } from "#worker/http/api-path.ts";
import type { GatewayEnv } from "./context.ts";

/** Middleware, the proxy and the pages: the routes after them are more specific. */
const CATCH_ALL: ReadonlySet<string> = new Set(["*", "/*", "/api/*"]);

const apiPaths = new TrieRouter<string>();
for (const path of build.apiPaths) apiPaths.add("ALL", path, path);

/** The label of a request: the gateway's own route, if one matches the address. */
export function requestLabel(c: Context<GatewayEnv>): string {
  const own = matchedRoutes(c).find(({ path }) => !CATCH_ALL.has(path));
  return own ? own.path : routeLabel(c.req.path);
}

/** The label of an API call or of a page. */
export function routeLabel(pathname: string): string {
  if (pathname.startsWith("/api/")) {
    const [[matched]] = apiPaths.match("ALL", declaredPath(pathname));
    return matched ? matched[0] : "/api/:x";
  }
  if (!pathname.endsWith(PAYLOAD_SUFFIX)) return pageLabel(pathname);
  return pageLabel(pathname.slice(0, -PAYLOAD_SUFFIX.length)) + PAYLOAD_SUFFIX;
}

function pageLabel(pathname: string): string {
  const [, first = "", second = "", detail] = pathname.split("/");
  if (first === "") return "/";
  const page = pageOfPath(pathname);
  if (page && isLanguage(first)) {
    return pageHref(first, page) + (detail === undefined ? "" : `/:${DETAIL_PARAMS[page]}`);
  }
  if (isLanguage(first)) return `/${first}/:x`;
  return isPageSegment(first) ? `/${first}${second && "/:x"}` : "/:x";
}
