/** Sitemaps as text (sitemaps.org protocol 0.9; xhtml:link for the other languages of an address). */
import { alternatesOf } from "#shared/alternates.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { hrefInLanguage } from "#shared/routes.ts";

export interface SitemapPage {
  /** In one of the languages, all of which are named; percent-encoded. */
  readonly path: string;
  /** ISO 8601; null where it is not known for sure. */
  readonly lastChangedAt: string | null;
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAP_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** One `url` a page and language, each with all its alternatives, itself included. */
export function sitemapXml(origin: string, pages: readonly SitemapPage[]): string {
  const urls = pages.flatMap(({ path, lastChangedAt }) => {
    const links = alternatesOf(path).map(
      ({ hrefLang, path }) =>
        `<xhtml:link rel="alternate" hreflang="${hrefLang}" href="${escapeXml(origin + path)}"/>`,
    );
    const changed = lastChangedAt === null ? "" : `<lastmod>${escapeXml(lastChangedAt)}</lastmod>`;
    const rest = `${changed}${links.join("")}</url>\n`;
    return LANGUAGES.map((language) => {
      const location = origin + (hrefInLanguage(path, language) ?? path);
      return `<url><loc>${escapeXml(location)}</loc>${rest}`;
    });
  });
  const namespaces = `${SITEMAP_NAMESPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`;
  return `${DECLARATION}<urlset ${namespaces}>\n${urls.join("")}</urlset>\n`;
}

export function sitemapIndexXml(origin: string, paths: readonly string[]): string {
  const sitemaps = paths.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`);
  return `${DECLARATION}<sitemapindex ${SITEMAP_NAMESPACE}>\n${sitemaps.join("")}</sitemapindex>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
