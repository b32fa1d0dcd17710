/** The languages of the site. */
import type { DateStyle } from "#shared/time/date-text.ts";
import { LANGUAGE_COOKIE_MAX_AGE_SECONDS } from "#shared/limits/browser.ts";

/** Properties of a language besides its texts. */
interface LanguageFacts {
  /** BCP 47 tag, for `<html lang>` and `Intl`. */
  readonly tag: string;
  /** Name in the language itself, for the language switch. */
  readonly name: string;
  readonly direction: "ltr" | "rtl";
  /** Date format. Default: mm/dd/yyyy, the site's default. */
  readonly dates?: DateStyle;
  /** First day of the week. Default: 0 = Sunday, the site's default. */
  readonly weekStart?: number;
}

/** By code; `npm run language -- add` adds a line. */
const FACTS = {
  en: { tag: "en-US", name: "English", direction: "ltr" },
  de: { tag: "de-DE", name: "Deutsch", direction: "ltr", dates: "dd.mm.yyyy", weekStart: 1 },
  fr: { tag: "fr-FR", name: "Français", direction: "ltr", dates: "dd/mm/yyyy", weekStart: 1 },
  it: { tag: "it-IT", name: "Italiano", direction: "ltr", dates: "dd/mm/yyyy", weekStart: 1 },
  es: { tag: "es-ES", name: "Español", direction: "ltr", dates: "dd/mm/yyyy", weekStart: 1 },
} satisfies Record<string, LanguageFacts>;

export type Language = keyof typeof FACTS;

export const LANGUAGE_FACTS: Readonly<Record<Language, LanguageFacts>> = FACTS;

/** Language codes as used in paths. */
export const LANGUAGES: readonly Language[] = Object.keys(FACTS).filter(isLanguage);

export const DEFAULT_LANGUAGE: Language = "en";

/** Name of the cookie that stores a visitor's choice. */
export const LANGUAGE_COOKIE = "language";

/** The value for `Set-Cookie` and `document.cookie`: 365 days, path `/`, same-site lax. */
export function languageCookie(language: Language, isSecure: boolean): string {
  const attributes = `Path=/; Max-Age=${LANGUAGE_COOKIE_MAX_AGE_SECONDS}; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return `${LANGUAGE_COOKIE}=${language}; ${attributes}`;
}

/** True only for the exact lower-case codes of `LANGUAGES`. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === "string" && Object.hasOwn(FACTS, value);
}
