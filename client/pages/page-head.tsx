/** Title, description, canonical address and language alternatives of the current page; React hoists them to the head. */
import { useLocation } from "react-router";
import { useTranslation } from "react-i18next";
import { alternatesOf, pageHref, type Page, UNINDEXED_PAGES } from "#shared/site/routes.ts";
import { hasRecord } from "#shared/site/site-parts.ts";
import { useUnseenCount } from "#client/features/live/unseen-news.ts";
import { useAbsentParts, useRuntimeConfig, useSiteText } from "#client/data/runtime-config.tsx";

export interface PageHeadProps {
  readonly page: Page;
  /** Readable name of the signal, trader or view that the page shows; omitted for a static page. */
  readonly thing?: string;
  /** Name of the page's view; replaces the page's own name. */
  readonly view?: string;
  /** A description with figures; by default the page's own. */
  readonly description?: string | undefined;
  /** The part of the query on which the view depends. Search engines are told not to index such views: there are too many. */
  readonly query?: string;
}

export function PageHead({ page, thing, view, description, query = "" }: PageHeadProps) {
  const { siteOrigin, brand, language } = useRuntimeConfig();
  const { pathname } = useLocation();
  const { t } = useTranslation(page);
  const siteText = useSiteText();
  const isOfRecord = hasRecord(useAbsentParts());
  const isForMembers = page === "home" && !isOfRecord;
  const pageTitle =
    view ?? siteText(t(isForMembers ? "forMembers.title" : "meta.title", { brand: brand.name }));
  const title = `${thing === undefined ? "" : `${thing} – `}${pageTitle} | ${brand.name}`;
  const unseen = useUnseenCount();
  const said =
    description ?? siteText(t(isForMembers ? "forMembers.lead" : "meta.description", { brand: brand.name }));
  // The bare root shows home in the negotiated language; its canonical address is the one with a language prefix.
  const ownPath = pathname === "/" ? pageHref(language, "home") : pathname;
  const isIndexed = !UNINDEXED_PAGES.has(page) && query === "";
  return (
    <>
      <title>{unseen > 0 ? `(${unseen}) ${title}` : title}</title>
      <meta name="description" content={said} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={said} />
      <meta property="og:url" content={siteOrigin + ownPath + query} />
      {isIndexed ? (
        <>
          <link rel="canonical" href={siteOrigin + ownPath} />
          {alternatesOf(ownPath).map(({ hrefLang, path }) => (
            <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={siteOrigin + path} />
          ))}
        </>
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
