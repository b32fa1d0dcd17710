/**
 * The language of a visitor whose address names none: cookie, then Accept-Language, then English.
 *
 * Not by hono/language: it gives English to who excludes it (`en;q=0, *`) and does not say whether the cookie decided. The service
 * worker's offline page, which has no Hono, decides by the same function.
 */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import {
  decideLanguage,
  isLanguage,
  LANGUAGE_COOKIE,
  languageCookie,
  type Language,
} from "#shared/languages.ts";

export interface VisitorLanguage {
  readonly language: Language;
  /** True where the cookie, not the browser's preference, decided. */
  readonly isChosen: boolean;
}

/** A cookie that names no language of ours counts as none. */
export function visitorLanguage(c: Context): VisitorLanguage {
  const chosen = getCookie(c, LANGUAGE_COOKIE);
  return {
    language: decideLanguage(chosen, c.req.header("Accept-Language")),
    isChosen: isLanguage(chosen),
  };
}

/** Marks an answer that another visitor must not be given, and lets a choice live 365 days from now. */
export function personalizeByLanguage(c: Context, { language, isChosen }: VisitorLanguage): void {
  c.header("Cache-Control", "private, no-store");
  c.header("Vary", "Cookie, Accept-Language");
  if (isChosen) c.header("Set-Cookie", languageCookie(language, isHttps(c)));
}

export function isHttps(c: Context): boolean {
  return c.req.url.startsWith("https:");
}
