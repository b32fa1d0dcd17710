/**
 * Which of the upstream's response headers a browser gets. They arrive under the site's own origin, so whatever would
 * speak for that origin (cookies, permissions for other origins, policies, caches) is the gateway's to say.
 */
import { queryOfNextPart } from "#shared/export-parts.ts";
import { hopByHopNames } from "./forwarded-headers.ts";

const DROPPED = new Set([
  // One set here would be the site's: see backend-cookies.ts.
  "set-cookie",
  "set-cookie2",
  // Tells about the upstream's make and place.
  "server",
  "x-powered-by",
  "via",
  "x-request-id",
  "server-timing",
  // Caching is decided below.
  "cache-control",
  "cdn-cache-control",
  "surrogate-control",
  "expires",
  "age",
  "pragma",
  // Policies and orders for the whole origin.
  "clear-site-data",
  "content-security-policy",
  "content-security-policy-report-only",
  "strict-transport-security",
  "permissions-policy",
  "referrer-policy",
  "x-frame-options",
  "x-content-type-options",
  "service-worker-allowed",
  "sourcemap",
  "refresh",
  "alt-svc",
  "nel",
  "report-to",
  "reporting-endpoints",
  "timing-allow-origin",
  "location",
  "set-login",
  // Addresses of the upstream's own; see also `mayReachBrowser`.
  "content-location",
]);

const DROPPED_FAMILY = /^(?:access-control|cf|cloudflare|cross-origin)-/;

/** Encodings that workerd's fetch undoes: their bodies leave here as plain bytes of another length. */
const DECODED_BY_PLATFORM = /^(?:gzip|br)$/i;

/** Fields that describe one body; gone where the gateway writes another. */
const BODY_FIELDS = [
  "content-type",
  "content-length",
  "content-encoding",
  "content-language",
  "content-disposition",
  "content-range",
  "etag",
  "last-modified",
];

/** The upstream's word on these is dropped above, so that ours stands alone. */
const OWN_HEADERS: readonly [string, string][] = [
  ["Cache-Control", "no-store"],
  // An upstream that answers with a page (a browsable API, a debug page) must not run scripts beside the site's tokens.
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
];

/** The upstream's answer with nothing but the headers that a browser gets: never stored by any cache, never run as a page. */
export function withAnswerHeaders(upstream: Response, body: ReadableStream | null): Response {
  // Copied by the platform as a whole and cleaned in place: one by one takes twice as long.
  const answer = new Response(body, upstream);
  clean(answer.headers, upstream.headers);
  return answer;
}

/** Takes out of `headers`, a copy of `upstream`, what a browser does not get, and puts in the gateway's own word. */
function clean(headers: Headers, upstream: Headers): void {
  const hopByHop = hopByHopNames(upstream);
  const isDecoded = DECODED_BY_PLATFORM.test(upstream.get("Content-Encoding")?.trim() ?? "");
  // Not by an iterator, which takes about twice as long.
  upstream.forEach((value, name) => {
    const isOfEncodedBody = isDecoded && (name === "content-encoding" || name === "content-length");
    if (isOfEncodedBody || hopByHop.has(name) || !mayReachBrowser(name, value)) headers.delete(name);
  });
  setOwnHeaders(headers);
}

/** Puts the gateway's own word on an answer of the embedded API, which sends nothing that would have to go. */
export function setOwnHeaders(headers: Headers): void {
  for (const [name, value] of OWN_HEADERS) headers.set(name, value);
}

/** What of the upstream's headers a browser gets with a body that the gateway writes itself. */
export function answerHeadersWithoutBody(upstream: Headers): Headers {
  const headers = new Headers(upstream);
  clean(headers, upstream);
  for (const name of BODY_FIELDS) headers.delete(name);
  return headers;
}

function mayReachBrowser(name: string, value: string): boolean {
  if (name === "www-authenticate") return isBearerChallenge(value);
  // Only to an export's next part, on the same address: the browser would fetch what a Link asks to preload.
  if (name === "link") return queryOfNextPart(value) !== null;
  return !DROPPED.has(name) && !DROPPED_FAMILY.test(name);
}

/** One challenge with its parameters, none beside it (RFC 9110 section 11.6.1): `Basic` opens the browser's password box. */
export function isBearerChallenge(value: string): boolean {
  return /^Bearer(?:[ ,]+[\w-]+=(?:"[^"]*"|[^\s",]+))*$/i.test(value);
}
