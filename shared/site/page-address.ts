/** Interprets a path as the address of a page; a pure function, so that every spelling has one documented result. */
import { isLanguage, type Language } from "./languages.ts";
import { detailHref, isPageSegment, pageHref, pageOfPath, PAYLOAD_SUFFIX } from "./routes.ts";

export type PageAddress =
  /** A document in the language of its path. */
  | { readonly kind: "document"; readonly language: Language }
  /** The data of the page at `path`. */
  | { readonly kind: "payload"; readonly language: Language; readonly path: string }
  /** `/`: home in the visitor's language. */
  | { readonly kind: "root" }
  /** A page without its language: `/login` redirects to `/{lang}/login`. */
  | { readonly kind: "bare" }
  /** Another spelling of `path`, which starts with one slash: extra slashes, encoded letters such as `%61`, `/DE/Signal`. */
  | { readonly kind: "moved"; readonly path: string }
  /** Looks like a file: answered in plain text, never HTML. */
  | { readonly kind: "file" }
  /** No page: the 404 page in the visitor's language. */
  | { readonly kind: "unknown" };

const FILE = /^\/(?:assets|builds|icons)\/|\.[a-z0-9]{2,12}$/i;

export function readPageAddress(pathname: string): PageAddress {
  const path = normalForm(pathname);
  if (path !== pathname) return { kind: "moved", path };
  if (pathname === "/") return { kind: "root" };
  const [first = ""] = pathname.slice(1).split("/");
  if (isLanguage(first) && pathname.endsWith(PAYLOAD_SUFFIX)) {
    return { kind: "payload", language: first, path: pathname.slice(0, -PAYLOAD_SUFFIX.length) };
  }
  if (FILE.test(pathname)) return { kind: "file" };
  if (isLanguage(first)) return { kind: "document", language: first };
  return { kind: isPageSegment(first) ? "bare" : "unknown" };
}

/**
 * Without empty segments, with unreserved characters decoded (RFC 3986 section 6.2.2.2), and with language and page in lower
 * case.
 */
function normalForm(pathname: string): string {
  return pathname
    .replace(/\/+/g, "/")
    .replace(/(.)\/$/, "$1")
    .replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent)
    .replace(/^\/[a-z-]+(?:\/[a-z-]+)?(?=\/|$)/i, inLowerCase);
}

/** The first two segments of a path: unchanged if they name no language and no page. */
function inLowerCase(segments: string): string {
  const [first = "", second] = segments.toLowerCase().slice(1).split("/");
  if (isPageSegment(first)) return segments.replace(/^\/[^/]+/, `/${first}`);
  if (!isLanguage(first)) return segments;
  if (second === undefined || isPageSegment(second)) return segments.toLowerCase();
  return segments.replace(/^\/[^/]+/, `/${first}`);
}

/** Target of a bare path in a language. */
export function addressInLanguage(pathname: string, language: Language): string {
  return pageHref(language, "home") + pathname;
}

/**
 * Punctuation after a link, which is often copied with it. The lookbehind makes the search start only at the first such character, so
 * that a long row of them is read once.
 */
const CLOSING = /(?<![\s\p{P}\p{S}])[\s\p{P}\p{S}]+$/u;

/**
 * The address that was probably meant if there is no such signal or trader: `/de/traders/North-Light).` means
 * `/de/traders/north-light`. Null if it is the same address, or not an address of a signal or trader.
 */
export function meantAddress(pathname: string): MeantAddress | null {
  const page = pageOfPath(pathname);
  const [, language, , written] = pathname.split("/");
  if ((page !== "signal" && page !== "traders") || !isLanguage(language) || written === undefined)
    return null;
  const name = percentDecoded(written)?.replace(CLOSING, "").toLowerCase();
  if (name === undefined || !/^[\da-z-]+$/.test(name) || name === written) return null;
  return { page, name, path: detailHref(language, page, name) };
}

export interface MeantAddress {
  readonly page: "signal" | "traders";
  readonly name: string;
  readonly path: string;
}

/** The path of the document for a path in a visitor's language: unchanged if it is already a document's. */
export function documentPath(pathname: string, language: Language): string {
  const address = readPageAddress(pathname);
  switch (address.kind) {
    case "root":
      return pageHref(language, "home");
    case "bare":
      return addressInLanguage(pathname, language);
    case "moved":
      return documentPath(address.path, language);
    case "document":
    case "payload":
    case "file":
    case "unknown":
      return pathname;
  }
}

/** A request's address is already normalised, so it need not be parsed again. */
export function splitUrl(url: string): { origin: string; pathname: string; search: string } {
  const [, origin = "", pathname = "/", search = ""] = /^(\w+:\/\/[^/]+)([^?#]*)(\?[^#]+)?/.exec(url) ?? [];
  return { origin, pathname, search };
}

/**
 * Decodes a percent-encoded part of an address; null if its bytes are not UTF-8, which excludes overlong forms and
 * surrogates (RFC 3629).
 */
export function percentDecoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
