/**
 * Which of the upstream's response headers a browser gets: those named here. They arrive under the site's own origin, and
 * browsers keep learning new fields that act for the whole origin, so whatever is not named stays behind.
 */
import { queryOfNextPart } from "#shared/http/export-parts.ts";
import { hopByHopNames } from "./forwarded-headers.ts";

/** Fields that describe one body; dropped if the gateway writes another. */
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

const PASSED = new Set([
  ...BODY_FIELDS,
  "accept-ranges",
  "allow",
  "date",
  "vary",
  "retry-after",
  "x-should-retry",
  "ratelimit",
  "ratelimit-policy",
  "deprecation",
  "sunset",
  "x-total-count",
]);

/** Fields from older drafts of `RateLimit`, which most backends still send. */
const RATE_LIMIT = /^(?:x-)?ratelimit-(?:limit|remaining|reset)$/;

/** Encodings that workerd's fetch decodes, written so: the gateway sends these bodies as plain bytes of another length. */
const DECODED_BY_PLATFORM = /^(?:gzip|br)$/;

/** The upstream's own values of these never pass. */
const OWN_HEADERS: readonly [string, string][] = [
  ["Cache-Control", "no-store"],
  // If an upstream answers with a page (a browsable API, a debug page), it must not run scripts beside the site's tokens.
  ["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox"],
];

/** The upstream's answer with only the headers that a browser gets: never stored by any cache, never run as a page. */
export function withAnswerHeaders(upstream: Response, body: ReadableStream | null): Response {
  // Copied by the platform as a whole and cleaned in place: copying one by one takes twice as long.
  const answer = new Response(body, upstream);
  clean(answer.headers, upstream.headers);
  return answer;
}

/** Removes from `headers`, a copy of `upstream`, what a browser does not get, and sets the gateway's own values. */
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

/** Sets the gateway's own values on an answer of the embedded API, which sends nothing that would have to be removed. */
export function setOwnHeaders(headers: Headers): void {
  for (const [name, value] of OWN_HEADERS) headers.set(name, value);
}

/** The upstream's headers that a browser gets with a body that the gateway writes itself. */
export function answerHeadersWithoutBody(upstream: Headers): Headers {
  const headers = new Headers(upstream);
  clean(headers, upstream);
  for (const name of BODY_FIELDS) headers.delete(name);
  return headers;
}

function mayReachBrowser(name: string, value: string): boolean {
  if (name === "www-authenticate") return isBearerChallenge(value);
  // Only to an export's next part, on the same address: the browser would fetch whatever a Link asks to preload.
  if (name === "link") return queryOfNextPart(value) !== null;
  return PASSED.has(name) || RATE_LIMIT.test(name);
}

/** One challenge with its parameters and no other (RFC 9110 section 11.6.1): `Basic` opens the browser's password dialog. */
export function isBearerChallenge(value: string): boolean {
  return /^Bearer(?:[ ,]+[\w-]+=(?:"[^"]*"|[^\s",]+))*$/i.test(value);
}
