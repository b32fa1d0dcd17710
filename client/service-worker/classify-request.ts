/** What the worker does with a request: very little, so that it can do little wrong. */
import { isLanguage } from "#shared/site/languages.ts";
import { isPageSegment } from "#shared/site/routes.ts";

/**
 * `page`: from the network, kept for when there is none. `asset`: once fetched, never again. `document`: anything else that is
 * opened or saved by its address; from the network, which the browser has asked already (navigation preload) and would ask
 * again if nobody took its answer. `untouched`: not ours.
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
