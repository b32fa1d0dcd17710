/**
 * Which request addresses go upstream, and in which form (no path outside `/api/` by any spelling).
 *
 * Refuses instead of normalising: two parsers that read one spelling differently are a vulnerability. So the raw address is
 * read here, before any URL parser, and only spellings that every parser reads alike pass, unchanged.
 */

import { percentDecoded } from "#shared/site/page-address.ts";

/** Sign-in endpoints, answered with and without their trailing slash. */
const AUTH_ENDPOINT_WITHOUT_SLASH = /^\/api\/auth\/[a-z-]+$/;

/** RFC 3986 `pchar` and `/`, without `;`: some servers cut off matrix parameters before they resolve dots. */
const RAW_PATH = /^\/api\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@/]|%[0-9A-Fa-f]{2})*$/;

/** Printable ASCII: a URL parser silently drops tabs and newlines and rewrites what is not ASCII. */
const RAW_QUERY = /^[\x21-\x7e]*$/;

/** `/`, `\`, `;`, `%`, `?`, `#` and control characters: some later parser treats each of them as a separator or an escape. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const SEPARATOR = /[/\\;%?#\u0000-\u001f\u007f-\u009f]/;

/** The characters of nearly every segment: no escape, no dot, no compatibility form. */
const WITHOUT_ANOTHER_FORM = /^[A-Za-z0-9_~-]+$/;

export interface ApiAddress {
  /** Begins with `/api/`; percent-encoding as sent; sign-in endpoints have their trailing slash. */
  readonly path: string;
  /** With its `?`, as sent; empty if there is none. */
  readonly query: string;
}

/**
 * Splits the address of a request (absolute, as in `Request.url`), or returns null if the gateway must refuse it: dot
 * segments however encoded, encoded slashes, backslashes, control characters, double encoding, matrix parameters, empty
 * segments, percent-encoding that is not UTF-8, user information, fragments, and anything outside `/api/`.
 */
export function parseApiAddress(url: string): ApiAddress | null {
  const parts = /^https?:\/\/[^/?#\\@]+(?<path>\/[^?#]*)(?<query>\?[^#]*)?$/i.exec(url)?.groups;
  if (!parts) return null;
  const path = parts["path"] ?? "";
  const query = parts["query"] ?? "";
  if (!RAW_PATH.test(path) || !RAW_QUERY.test(query)) return null;
  const segments = path.slice("/api/".length).split("/");
  const isPlain = segments.every((segment, index) =>
    segment === "" ? index === segments.length - 1 : isPlainSegment(segment),
  );
  if (!isPlain) return null;
  return { path: AUTH_ENDPOINT_WITHOUT_SLASH.test(path) ? `${path}/` : path, query };
}

/**
 * Address at the upstream. Throws if the URL parser would not keep it below `baseUrl` + `/api/`. No address from
 * `parseApiAddress` causes this; it is a second check.
 */
export function upstreamUrl(baseUrl: string, { path, query }: ApiAddress): URL {
  const target = new URL(baseUrl + path + query);
  if (!isBelowApi(target, baseUrl)) throw new Error("upstream address outside of /api/");
  return target;
}

/** Whether `url` has the upstream's own origin, names no user and is below its `/api/`. */
export function isBelowApi(url: URL, baseUrl: string): boolean {
  return url.href.startsWith(`${baseUrl}/api/`);
}

/** Whether `path` is, or is below, one of `paths`; with or without its last slash. */
export function isPublicPath(path: string, paths: readonly string[] | undefined): boolean {
  return paths === undefined || paths.some((start) => path.startsWith(start) || `${path}/` === start);
}

/** Neither itself nor in its compatibility form (full-width dots and slashes) a dot segment or more than one segment. */
function isPlainSegment(segment: string): boolean {
  if (WITHOUT_ANOTHER_FORM.test(segment)) return true;
  const decoded = percentDecoded(segment);
  if (decoded === null) return false;
  return [decoded, decoded.normalize("NFKC")].every(
    (form) => !SEPARATOR.test(form) && form !== "." && form !== "..",
  );
}
