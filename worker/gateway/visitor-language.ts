/**
 * The language of a visitor whose address has none: cookie, then Accept-Language, then English.
 *
 * Not by hono/language: it returns English to a client that excludes it (`en;q=0, *`) and does not tell whether the cookie
 * decided. The service worker's offline page, which has no Hono, uses the same `decideLanguage`.
 */
import type { Context } from "hono";
import { languageCookie, type Language } from "#shared/site/languages.ts";
import { chosenLanguage, decideLanguage } from "#shared/site/decide-language.ts";

export interface VisitorLanguage {
  readonly language: Language;
  /** True if the cookie, not the browser's preference, decided. */
  readonly isChosen: boolean;
}

/** A cookie with an unknown language counts as none. */
export function visitorLanguage(c: Context): VisitorLanguage {
  const chosen = chosenLanguage(c.req.header("Cookie"));
  return {
    language: decideLanguage(chosen, c.req.header("Accept-Language")),
    isChosen: chosen !== null,
  };
}

/** Marks an answer as personal, so that no other visitor gets it, and extends the choice to 365 days from now. */
export function personalizeByLanguage(c: Context, { language, isChosen }: VisitorLanguage): void {
  c.header("Cache-Control", "private, no-store");
  c.header("Vary", "Cookie, Accept-Language");
  if (isChosen) c.header("Set-Cookie", languageCookie(language, isHttps(c)));
}

export function isHttps(c: Context): boolean {
  return c.req.url.startsWith("https:");
}
