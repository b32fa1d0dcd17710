/** What a document tells search engines and link previews. */
import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { createI18n } from "#client/i18n/create-i18n.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";
import { SearchHead } from "#client/app/search-head.tsx";
import { LANGUAGE_FACTS, LANGUAGES, type Language } from "#shared/site/languages.ts";
import type { Page } from "#shared/site/routes.ts";
import { BRAND, CONFIG } from "#tests/client/in-language.tsx";
import { readServerTexts } from "#worker/build/server-texts.ts";

const ORIGIN = CONFIG.siteOrigin;

function configIn(language: Language, brand: Partial<typeof BRAND> = {}): RuntimeConfig {
  return { ...CONFIG, baseUrl: "https://asked.example", language, brand: { ...BRAND, ...brand } };
}

function headOf(page: Page, path: string, thing: string | null, config = configIn("en")): string {
  const i18n = createI18n(config.language, readServerTexts(config.language));
  return renderToStaticMarkup(
    <SearchHead config={config} i18n={i18n} page={page} path={path} thing={thing} />,
  );
}

function dataIn(html: string): { "@context": string; "@graph": Record<string, unknown>[] } {
  return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "null");
}

describe("structured data", () => {
  it("says who runs the site and which languages it speaks", () => {
    const data = dataIn(headOf("home", "/en", null));
    expect(data["@context"]).toBe("https://schema.org");
    expect(data["@graph"]).toEqual([
      {
        "@type": "Organization",
        "@id": `${ORIGIN}/#operator`,
        name: BRAND.operatorName,
        url: `${ORIGIN}/`,
        logo: `${ORIGIN}/icon-512.png`,
        email: BRAND.contactEmail,
        address: BRAND.operatorAddress,
      },
      {
        "@type": "WebSite",
        "@id": `${ORIGIN}/#site`,
        name: BRAND.name,
        url: `${ORIGIN}/`,
        inLanguage: LANGUAGES.map((language) => LANGUAGE_FACTS[language].tag),
        publisher: { "@id": `${ORIGIN}/#operator` },
      },
    ]);
  });

  it("has breadcrumbs from the home page to the page shown", () => {
    const html = headOf("traders", "/fr/traders/north-light", "north-light", configIn("fr"));
    expect(dataIn(html)["@graph"].at(-1)).toEqual({
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: BRAND.name, item: `${ORIGIN}/fr` },
        { "@type": "ListItem", position: 2, name: "Classement", item: `${ORIGIN}/fr/traders` },
        { "@type": "ListItem", position: 3, name: "north-light", item: `${ORIGIN}/fr/traders/north-light` },
      ],
    });
  });

  it("leaves out details that the operator has not set", () => {
    const nobody = configIn("en", { operatorName: "", operatorAddress: "", contactEmail: "" });
    const [organization] = dataIn(headOf("home", "/en", null, nobody))["@graph"];
    expect(Object.keys(organization ?? {})).toEqual(["@type", "@id", "name", "url", "logo"]);
    expect(organization).toMatchObject({ name: BRAND.name });
  });

  it("cannot close its own script element, whatever text it contains", () => {
    const name = "</script><script>alert(1)</script><!--";
    const html = headOf("signal", "/en/signal/x", name, configIn("en", { name, operatorName: name }));
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/script/g)).toHaveLength(1);
    expect(html).not.toContain("<!--");
    expect(dataIn(html)["@graph"][0]).toMatchObject({ name });
  });
});

describe("a link preview", () => {
  it.each(LANGUAGES)("in %s has the picture of its language, with an alternative text", (language) => {
    const html = headOf("about", `/${language}/about`, null, configIn(language));
    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/social/${language}.png"/>`);
    expect(html).toContain('<meta property="og:image:width" content="1200"/>');
    expect(html).toContain('<meta property="og:image:height" content="630"/>');
    expect(html).toMatch(/<meta property="og:image:alt" content="[^"{]{10,}"\/>/);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image"/>');
    expect(html.match(/og:locale:alternate/g)).toHaveLength(LANGUAGES.length - 1);
  });

  it.each(LANGUAGES)("in %s has a PNG of 1200 by 630 pixels and at most 64 KiB", (language) => {
    const picture = readFileSync(`client/public/social/${language}.png`);
    expect(picture.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(picture.length).toBeLessThanOrEqual(64 * 1024);
  });

  it("uses the text on the picture as its alternative text", () => {
    expect(headOf("home", "/en", null)).toContain(`content="${readServerTexts("en").home.heading}"`);
  });
});
