/** What the worker does with a request: very little, so that it can do little wrong. */
import { isLanguage } from "#shared/languages.ts";
import { isPageSegment } from "#shared/routes.ts";

/** `page`: from the network, kept for when there is none. `asset`: once fetched, never again. `untouched`: not ours. */
export type RequestKind = "page" | "asset" | "untouched";

export interface RequestFacts {
  readonly method: string;
  /** `Request.mode`. */
  readonly mode: string;
  readonly url: URL;
  /** The site's own origin. */
  readonly origin: string;
}

/** `/api/*`, builds, payloads, the worker itself and other origins are never touched. */
export function classifyRequest({ method, mode, url, origin }: RequestFacts): RequestKind {
  if (method !== "GET" || url.origin !== origin) return "untouched";
  if (url.pathname.startsWith("/assets/")) return "asset";
  return mode === "navigate" && isPagePath(url.pathname) ? "page" : "untouched";
}

/** True for addresses that a page may stand at: `/`, `/de/…`, and pages without a language. */
function isPagePath(pathname: string): boolean {
  const [, first = "", second = ""] = pathname.split("/");
  if (pathname.endsWith(".json")) return false;
  return first === "" || isLanguage(first) || (isPageSegment(first) && second === "");
}
