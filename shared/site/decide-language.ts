/** Which language a visitor gets: the one chosen before, then the browser's. */
import { MAX_LANGUAGE_HEADER_CHARACTERS } from "#shared/limits/requests.ts";
import { DEFAULT_LANGUAGE, isLanguage, type Language, LANGUAGE_COOKIE, LANGUAGES } from "./languages.ts";

/**
 * The language chosen before, from a `Cookie` header or `document.cookie`; null if there is none. A parent domain may have a cookie
 * with the same name. Browsers send the older cookie first (RFC 6265 section 5.4) and do not say which domain set it. The last valid
 * value is used, because this site's cookie is usually the newer one.
 */
export function chosenLanguage(cookies: string | null | undefined): Language | null {
  const pairs = (cookies ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.flatMap((pair) =>
    pair.startsWith(`${LANGUAGE_COOKIE}=`) ? [pair.slice(LANGUAGE_COOKIE.length + 1)] : [],
  );
  return values.findLast(isLanguage) ?? null;
}

/**
 * The best supported language for an `Accept-Language` header, or null if none fits.
 *
 * RFC 4647 section 3.4 (lookup): ranges by falling weight, ties in header order; each range is shortened from the right
 * until a supported language remains (`de-AT` finds `de`). A weight of 0 excludes the language it names; `*` stands for the
 * first supported language that is not excluded, and within a tag for nothing (`de-*` is `de`). Malformed members are ignored.
 */
export function negotiateLanguage(acceptLanguage: string | null | undefined): Language | null {
  if (!acceptLanguage) return null;
  const ranges = acceptLanguage.slice(0, MAX_LANGUAGE_HEADER_CHARACTERS).split(",").flatMap(parseRange);
  const excluded = new Set(ranges.filter(({ weight }) => weight === 0).map(({ range }) => range));
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { range } of wanted) {
    const primary = range.split("-")[0];
    const found =
      range === "*"
        ? LANGUAGES.find((language) => !excluded.has(language))
        : LANGUAGES.find((language) => language === primary && !excluded.has(language));
    if (found) return found;
  }
  return null;
}

/**
 * The language for an address without one: the one chosen before, then the best for an `Accept-Language` header, then
 * English.
 */
export function decideLanguage(chosen: unknown, acceptLanguage: string | null | undefined): Language {
  return isLanguage(chosen) ? chosen : (negotiateLanguage(acceptLanguage) ?? DEFAULT_LANGUAGE);
}

// RFC 9110 section 12.4.2: weight is 0 to 1 with up to three decimals. Clients also send more of them, or `.9`.
const RANGE =
  /^\s*(\*|[a-z]{1,8}(?:-(?:\*|[a-z0-9]{1,8}))*)\s*(?:;\s*q\s*=\s*(0?\.\d+|0\.?|1(?:\.0*)?)\s*)?$/i;

function parseRange(member: string): { range: string; weight: number }[] {
  const [, range, weight] = RANGE.exec(member) ?? [];
  return range ? [{ range: range.toLowerCase().replaceAll("-*", ""), weight: Number(weight ?? 1) }] : [];
}
