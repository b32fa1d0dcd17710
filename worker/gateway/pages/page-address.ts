/** Reads a path as the address of a page; a pure function, so that every spelling has one documented answer. */
import { isLanguage, type Language } from "#shared/languages.ts";
import { isPageSegment, pageHref, PAYLOAD_SUFFIX } from "#shared/routes.ts";

export type PageAddress =
  /** A document in the language of its path. */
  | { readonly kind: "document"; readonly language: Language }
  /** The data of the page at `path`. */
  | { readonly kind: "payload"; readonly language: Language; readonly path: string }
  /** `/`: home in the visitor's language. */
  | { readonly kind: "root" }
  /** A page without its language: `/login` goes to `/{lang}/login`; `rest` begins with a slash. */
  | { readonly kind: "bare"; readonly rest: string }
  /** A spelling with a superfluous slash. */
  | { readonly kind: "moved"; readonly path: string }
  /** Looks like a file: answered in plain text, never HTML. */
  | { readonly kind: "file" }
  /** No page: the 404 page in the visitor's language. */
  | { readonly kind: "unknown" };

const FILE = /^\/(?:assets|builds|icons)\/|\.[a-z0-9]{2,12}$/i;

export function readPageAddress(pathname: string): PageAddress {
  if (pathname === "/") return { kind: "root" };
  const [first = ""] = pathname.slice(1).split("/");
  if (isLanguage(first)) return readPrefixed(pathname, first);
  if (FILE.test(pathname)) return { kind: "file" };
  if (isPageSegment(first)) return { kind: "bare", rest: withoutTrailingSlashes(pathname) };
  return { kind: "unknown" };
}

function readPrefixed(pathname: string, language: Language): PageAddress {
  if (pathname.endsWith(PAYLOAD_SUFFIX)) {
    return { kind: "payload", language, path: pathname.slice(0, -PAYLOAD_SUFFIX.length) };
  }
  if (pathname.endsWith("/")) return { kind: "moved", path: withoutTrailingSlashes(pathname) };
  if (FILE.test(pathname)) return { kind: "file" };
  return { kind: "document", language };
}

function withoutTrailingSlashes(pathname: string): string {
  return pathname.replace(/\/+$/, "");
}

/** Where a bare path leads in a language. */
export function addressInLanguage(rest: string, language: Language): string {
  return pageHref(language, "home") + rest;
}

/** A request's address is in normal form already, so that it need not be parsed once more. */
export function splitUrl(url: string): { origin: string; pathname: string; search: string } {
  const [, origin = "", pathname = "/", search = ""] = /^(\w+:\/\/[^/]+)([^?#]*)(\?[^#]+)?/.exec(url) ?? [];
  return { origin, pathname, search };
}
