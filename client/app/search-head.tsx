/**
 * Metadata for search engines and link previews besides the title: a picture and structured data. Rendered on the server only:
 * crawlers read it from the document as sent, and Trusted Types forbids script to write the data. React leaves elements in the
 * head that it does not know.
 */
import type { i18n } from "i18next";
import { LANGUAGES, LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { pageHref, type Page } from "#shared/site/routes.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";
import { jsonInScript } from "./boot-data.ts";

export interface SearchHeadProps {
  readonly config: RuntimeConfig;
  /** Must hold the texts of every page. */
  readonly i18n: i18n;
  readonly page: Page;
  /** Path of the document, with its language. */
  readonly path: string;
  /** The id or handle in the page's address; null for a static page. */
  readonly thing: string | null;
}

/** A size that common previews show without cropping; drawn by tests/support/take-pictures.ts. */
const PICTURE = { width: 1200, height: 630 };

export function SearchHead(props: SearchHeadProps) {
  const { siteOrigin, brand, language } = props.config;
  const t = props.i18n.getFixedT(null, "home");
  // The picture says that every signal stays.
  const hasPicture = !props.config.absentParts.includes("ledger");
  const data = { "@context": "https://schema.org", "@graph": structuredData(props) };
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:locale" content={openGraphLocale(language)} />
      {LANGUAGES.map((code) =>
        code === language ? null : (
          <meta key={code} property="og:locale:alternate" content={openGraphLocale(code)} />
        ),
      )}
      {hasPicture ? (
        <>
          <meta property="og:image" content={`${siteOrigin}/social/${language}.png`} />
          <meta property="og:image:width" content={String(PICTURE.width)} />
          <meta property="og:image:height" content={String(PICTURE.height)} />
          <meta property="og:image:alt" content={t("heading")} />
        </>
      ) : null}
      <meta name="twitter:card" content={hasPicture ? "summary_large_image" : "summary"} />
      <script type="application/ld+json">{jsonInScript(data)}</script>
    </>
  );
}

function openGraphLocale(language: Language): string {
  return LANGUAGE_FACTS[language].tag.replace("-", "_");
}

/**
 * schema.org data: the operator, the site, and the page's position in it. No ratings and no offers, because the site has none.
 */
function structuredData(props: SearchHeadProps): object[] {
  const { siteOrigin, brand } = props.config;
  const operator = { "@id": `${siteOrigin}/#operator` };
  return [
    {
      "@type": "Organization",
      ...operator,
      name: brand.operatorName || brand.name,
      url: `${siteOrigin}/`,
      logo: `${siteOrigin}/icon-512.png`,
      ...(brand.contactEmail ? { email: brand.contactEmail } : {}),
      ...(brand.operatorAddress ? { address: brand.operatorAddress } : {}),
    },
    {
      "@type": "WebSite",
      "@id": `${siteOrigin}/#site`,
      name: brand.name,
      url: `${siteOrigin}/`,
      inLanguage: LANGUAGES.map((code) => LANGUAGE_FACTS[code].tag),
      publisher: operator,
    },
    ...(props.page === "home" ? [] : [breadcrumbs(props)]),
  ];
}

function breadcrumbs({ config, i18n, page, path, thing }: SearchHeadProps): object {
  const { siteOrigin, brand, language } = config;
  const title = i18n.getFixedT(null, page)("meta.title", { brand: brand.name });
  const steps = [
    { name: brand.name, path: pageHref(language, "home") },
    { name: title, path: pageHref(language, page) },
    ...(thing === null ? [] : [{ name: thing, path }]),
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: siteOrigin + path,
    })),
  };
}
