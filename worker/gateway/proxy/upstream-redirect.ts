/**
 * Resolves redirects of the upstream. Browsers never see one: it would name the upstream's own address. GET and HEAD follow
 * redirects that stay below the upstream's `/api/`. Any other method follows only the one that adds the missing trailing
 * slash (Django's APPEND_SLASH, which answers before any view has run), with its body.
 */
import { percentDecoded } from "#shared/site/page-address.ts";
import { isBelowApi, isPublicPath, parseApiAddress, upstreamUrl } from "./upstream-path.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export interface RedirectingCall {
  readonly method: string;
  /** Address at the upstream that answered with the redirect. */
  readonly url: URL;
  /** As in `Upstream`. */
  readonly upstream: { readonly baseUrl: string; readonly paths?: readonly string[] };
  /** The site's own origin: an upstream that gets it by `X-Forwarded-Host` may name it in `Location`. */
  readonly publicOrigin: string;
}

/** Whether `response` redirects. A 3xx without `Location` does not. */
export function isRedirect(response: Response): boolean {
  return REDIRECTS.has(response.status) && response.headers.has("Location");
}

/** Address of the next attempt, or null if the redirect must not be followed. */
export function redirectTarget(location: string, call: RedirectingCall): URL | null {
  const target = withinUpstream(location, call);
  if (target === null) return null;
  const isRead = call.method === "GET" || call.method === "HEAD";
  return isRead || addsTrailingSlash(call.url, target) ? target : null;
}

function withinUpstream(
  location: string,
  { url, upstream: { baseUrl, paths }, publicOrigin }: RedirectingCall,
): URL | null {
  const target = URL.parse(location, url);
  if (target === null) return null;
  target.hash = "";
  const isBelow = isBelowApi(target, baseUrl);
  if (!isBelow && target.origin !== publicOrigin) return null;
  const address = parseApiAddress(isBelow ? withoutBase(target, baseUrl) : target.href);
  if (address === null || !isPublicPath(address.path, paths)) return null;
  return isBelow ? target : upstreamUrl(baseUrl, address);
}

/** The address as if the base had no path of its own: redirects must have the same spelling as requests. */
function withoutBase(target: URL, baseUrl: string): string {
  return target.origin + target.href.slice(baseUrl.length);
}

function addsTrailingSlash(from: URL, to: URL): boolean {
  return said(to.pathname) === said(`${from.pathname}/`) && to.search === from.search;
}

/** Django re-encodes paths (`%40` as `@`). No encoded slash is lost by that: addresses that have one are refused. */
function said(path: string): string {
  return percentDecoded(path) ?? path;
}
