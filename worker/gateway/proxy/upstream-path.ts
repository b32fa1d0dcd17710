/**
 * Which request addresses go upstream, and as what (no path outside `/api/` by any spelling).
 *
 * Refusing beats normalising: two parsers that read one spelling differently are the hole. So the raw address is read
 * here, before any URL parser, and only spellings that every parser reads alike are let through, unchanged.
 */

import { percentDecoded } from "#shared/page-address.ts";

/** Sign-in endpoints, answered with and without their trailing slash. */
const AUTH_ENDPOINT_WITHOUT_SLASH = /^\/api\/auth\/[a-z-]+$/;

/** RFC 3986 `pchar` and `/`, without `;`: matrix parameters are cut off by some servers before they resolve dots. */
const RAW_PATH = /^\/api\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@/]|%[0-9A-Fa-f]{2})*$/;

/** Printable ASCII: a URL parser silently drops tabs and newlines and rewrites what is not ASCII. */
const RAW_QUERY = /^[\x21-\x7e]*$/;

/** `/`, `\`, `;`, `%`, `?`, `#` and control characters: each is a separator or an escape to some parser further on. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const SEPARATOR = /[/\\;%?#\u0000-\u001f\u007f-\u009f]/;

/** What nearly every segment is made of; it has neither an escape nor a dot nor a compatibility form. */
const WITHOUT_ANOTHER_FORM = /^[A-Za-z0-9_~-]+$/;

export interface ApiAddress {
  /** Begins with `/api/`; percent-encoding as sent; sign-in endpoints have their trailing slash. */
  readonly path: string;
  /** With its `?`, as sent; empty where there is none. */
  readonly query: string;
}

/**
 * Takes the address of a request (absolute, as in `Request.url`) apart, or gives null where the gateway must refuse it:
 * dot segments however encoded, encoded slashes, backslashes, control characters, double encoding, matrix parameters,
 * empty segments, percent-encoding that is not UTF-8, user information, fragments, and anything outside `/api/`.
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
 * Address at the upstream. Throws where the URL parser would not keep it below `baseUrl` + `/api/`, which no address from
 * `parseApiAddress` brings about: a second lock on the same door.
 */
export function upstreamUrl(baseUrl: string, { path, query }: ApiAddress): URL {
  const target = new URL(baseUrl + path + query);
  if (!isBelowApi(target, baseUrl)) throw new Error("upstream address outside of /api/");
  return target;
}

/** Whether `url` is at the upstream's own origin, names no user and is below its `/api/`. */
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
