/** Decides how the worker handles a request. It handles as few kinds as possible, so that little can go wrong. */
import { isLanguage } from "#shared/site/languages.ts";
import { isPageSegment } from "#shared/site/routes.ts";

/**
 * `page`: from the network, and cached for offline use. `asset`: fetched once, then from the cache. `document`: anything else that
 * is opened or saved by its address; from the network. The worker must use the answer of the navigation preload, or the browser
 * would send a second request. `untouched`: not handled.
 */
export type RequestKind = "page" | "asset" | "document" | "untouched";

export interface RequestFacts {
  readonly method: string;
  /** `Request.mode`. */
  readonly mode: string;
  readonly url: URL;
  /** The site's own origin. */
  readonly origin: string;
}

/** What scripts fetch of `/api/*`, builds and payloads, and whatever other origins have, is never touched. */
export function classifyRequest({ method, mode, url, origin }: RequestFacts): RequestKind {
  if (method !== "GET" || url.origin !== origin) return "untouched";
  if (url.pathname.startsWith("/assets/")) return "asset";
  if (mode !== "navigate") return "untouched";
  return isPagePath(url.pathname) ? "page" : "document";
}

/** True for addresses that a page may stand at: `/`, `/de/…`, and pages without a language. */
function isPagePath(pathname: string): boolean {
  const [, first = "", second = ""] = pathname.split("/");
  if (pathname.endsWith(".json")) return false;
  return first === "" || isLanguage(first) || (isPageSegment(first) && second === "");
}
