/** Every page and its address, in each language, and the addresses of the API. */
import { isLanguage, type Language, LANGUAGES } from "./languages.ts";

/** Pages that exist under every language prefix; `home` is the prefix itself. */
export const PAGES = [
  "home",
  "about",
  "cookie-policy",
  "instruction",
  "login",
  "privacy-policy",
  "signal",
  "terms",
  "traders",
  "verify",
  "search",
  "watch",
  "profile",
  "admin",
] as const;

export type Page = (typeof PAGES)[number];

/**
 * Pages that redirect a visitor to the login page. They need the application at once; on all other pages it is loaded when it
 * is first used.
 */
export const PAGES_BEHIND_SIGN_IN: ReadonlySet<Page> = new Set<Page>(["watch", "profile", "admin"]);

/** Pages hidden from search engines: they are behind sign-in, or only link to others. */
export const UNINDEXED_PAGES: ReadonlySet<Page> = new Set<Page>([...PAGES_BEHIND_SIGN_IN, "search"]);

/** True for the name of a page that has a path segment of its own (every one but `home`). */
export function isPageSegment(value: string): value is Exclude<Page, "home"> {
  return value !== "home" && PAGES.some((page) => page === value);
}

/** Path of a page in a language: `/de/signal`, and `/de` for home. No trailing slash. */
export function pageHref(language: Language, page: Page): string {
  return page === "home" ? `/${language}` : `/${language}/${page}`;
}

/** Path of one object on a page that has a view for each: `/de/signal/{id}`, `/de/traders/{handle}`. */
export function detailHref(language: Language, page: "signal" | "traders", name: string): string {
  return `${pageHref(language, page)}/${encodeURIComponent(name)}`;
}

/** The same path, query and hash in another language, or null if the path has no language prefix. */
export function hrefInLanguage(href: string, language: Language): string | null {
  const [, prefix, rest = ""] = /^\/([a-z]+)([/?#].*)?$/s.exec(href) ?? [];
  return isLanguage(prefix) ? `/${language}${rest}` : null;
}

/** Login page for a visitor who must sign in first; `next` is the path to come back to. */
export function loginHref(language: Language, next: string): string {
  return `${pageHref(language, "login")}?next=${encodeURIComponent(next)}`;
}

/**
 * `next` if it is safe to go there after sign-in: a path on this origin that no browser reads as another origin (no
 * `//host`, no backslash, no space or control character, which URL parsers rewrite or drop). Null otherwise.
 */
export function parseNext(next: string | null | undefined): string | null {
  return next && /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(next) ? next : null;
}

/** Asks for a document in one piece: without scripts, a browser could not insert late data. */
export const WHOLE_DOCUMENT_PARAM = "whole";

/** Address to which the language switch posts `language` and the path to return to. */
export const LANGUAGE_CHOICE_PATH = "/language";
export const RETURN_TO_FIELD = "return_to";

/** Suffix of the address of a page's data: `/de/signal/_payload.json`. */
export const PAYLOAD_SUFFIX = "/_payload.json";

/** Whether `path` is for programs: the API, and the data of pages. */
export function isDataPath(path: string): boolean {
  return path.startsWith("/api/") || path.endsWith(PAYLOAD_SUFFIX);
}

/** The API's description, OpenAPI 3.1; a file of the build. */
export const OPENAPI_PATH = "/api/openapi.json";

/** Feeds of signals, for everybody. */
export const FEEDS_PATH = "/api/feeds/";

/** A trader embedded on other sites: `/embed/de/traders/{handle}` in a frame, and with the suffix `.svg` as a picture. */
export const EMBED_ROUTE = "/embed/:language/traders/:file";
export const BADGE_SUFFIX = ".svg";

export function embedHref(language: Language, handle: string): string {
  return `/embed${detailHref(language, "traders", handle)}`;
}

export function badgeHref(language: Language, handle: string): string {
  return embedHref(language, handle) + BADGE_SUFFIX;
}

/** Where browsers report how fast a page was; the only API address that is called while a page is being closed. */
export const VITALS_PATH = "/api/vitals/";

/** Pages with one more level, `/signal/{id}` and `/traders/{handle}`: the name of its parameter. */
export const DETAIL_PARAMS: Readonly<Partial<Record<Page, string>>> = { signal: "id", traders: "handle" };

/** The page at a path, whatever its language and view; null if there is none. */
export function pageOfPath(pathname: string): Page | null {
  const [, first = "", second = "", detail, ...rest] = pathname.replace(/\/$/, "").split("/");
  if (first === "") return "home";
  if (!isLanguage(first) || rest.length > 0) return null;
  if (second === "" && detail === undefined) return "home";
  if (!isPageSegment(second)) return null;
  return detail === undefined || second in DETAIL_PARAMS ? second : null;
}

/** The address of a page in one language, for the head of its document and for the sitemap. */
export interface Alternate {
  /** Language without a region, since a page in German is for every reader of German; or `x-default`. */
  readonly hrefLang: string;
  readonly path: string;
}

/**
 * The same page in every language, itself included, and under `x-default` the address that redirects to the visitor's
 * language. `path` has a language prefix and no query. Source: sitemaps.org and search engines' documents on hreflang.
 */
export function alternatesOf(path: string): Alternate[] {
  return [
    ...LANGUAGES.map((language) => ({ hrefLang: language, path: hrefInLanguage(path, language) ?? path })),
    { hrefLang: "x-default", path: path.replace(/^\/[a-z]+/, "") || "/" },
  ];
}
