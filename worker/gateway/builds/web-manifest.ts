/** The web app manifest in one language (W3C Web Application Manifest). */
import { LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { pageHref } from "#shared/site/routes.ts";
import { isLinked, type SitePart, textForSite } from "#shared/site/site-parts.ts";
import type { LanguageAssets } from "#worker/gateway/language-assets.ts";

const SHORTCUTS = ["signal", "traders", "instruction"] as const;

const SCREENSHOTS = [
  { form: "wide", sizes: "1280x800" },
  { form: "narrow", sizes: "780x1688" },
] as const;

/** `id` is the same in every language: it is one app. */
export function webManifest(
  language: Language,
  name: string,
  { texts, grounds }: LanguageAssets,
  absentParts: readonly SitePart[],
) {
  const { tag, direction } = LANGUAGE_FACTS[language];
  const { description, shortcuts, screenshots } = texts["web-manifest"];
  return {
    name,
    short_name: name,
    description: textForSite(description, absentParts),
    id: "/",
    start_url: pageHref(language, "home"),
    scope: "/",
    display: "standalone",
    lang: tag,
    dir: direction,
    background_color: grounds.dark,
    theme_color: grounds.dark,
    categories: ["finance"],
    icons: [
      { src: "/icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: SHORTCUTS.filter((page) => isLinked(page, absentParts)).map((page) => ({
      name: shortcuts[page],
      url: pageHref(language, page),
      icons: [{ src: "/icon-192.png", sizes: "192x192", type: "image/png" }],
    })),
    // Of the signals page.
    screenshots: (isLinked("signal", absentParts) ? SCREENSHOTS : []).map(({ form, sizes }) => ({
      src: `/screenshots/${language}-${form}.jpg`,
      sizes,
      type: "image/jpeg",
      form_factor: form,
      label: screenshots[form],
    })),
  };
}
