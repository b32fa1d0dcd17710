/** Where a page stands in each language, for the head of its document and for the sitemap alike. */
import { LANGUAGES } from "./languages.ts";
import { hrefInLanguage } from "./routes.ts";

export interface Alternate {
  /** Language without a region: a page in German is for every reader of German. Or `x-default`. */
  readonly hrefLang: string;
  readonly path: string;
}

/**
 * The same page in every language, itself included, and under `x-default` the address that asks for the visitor's
 * language. `path` has a language prefix and no query. Source: sitemaps.org and search engines' documents on hreflang.
 */
export function alternatesOf(path: string): Alternate[] {
  return [
    ...LANGUAGES.map((language) => ({ hrefLang: language, path: hrefInLanguage(path, language) ?? path })),
    { hrefLang: "x-default", path: path.replace(/^\/[a-z]+/, "") || "/" },
  ];
}
