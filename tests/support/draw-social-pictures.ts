/**
 * Draws the pictures of link previews, one for each language: the logo, the first text of home, and the interval bar. Omits the
 * brand's name, which the operator chooses.
 */
import { mkdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { LANGUAGES, LANGUAGE_FACTS, type Language } from "#shared/site/languages.ts";
import { BRAND_SHEET } from "#worker/build/brand-colors.ts";
import * as v from "valibot";
import { textForSite } from "#shared/site/site-parts.ts";

/** Size that `client/app/search-head.tsx` declares. */
export const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

const Home = v.object({ heading: v.string(), meta: v.object({ description: v.string() }) });

export async function drawSocialPictures(browser: Browser, folder: string, logo: string): Promise<void> {
  mkdirSync(`${folder}/social`, { recursive: true });
  const mark = readFileSync(logo, "utf8");
  for (const language of LANGUAGES) {
    const page = await browser.newPage({ viewport: SOCIAL_PICTURE });
    await page.setContent(pictureHtml(language, mark));
    await page.screenshot({ path: `${folder}/social/${language}.png` });
    await page.close();
  }
}

function pictureHtml(language: Language, mark: string): string {
  const text = readFileSync(`shared/locales/${language}/home.json`, "utf8");
  const { heading, meta } = v.parse(Home, JSON.parse(text));
  const { tag, direction } = LANGUAGE_FACTS[language];
  return `<!doctype html><html lang="${tag}" dir="${direction}"><style>${readFileSync(BRAND_SHEET, "utf8")}${STYLE}</style>
    ${mark}<h1>${heading}</h1><p>${textForSite(meta.description, [])}</p>${INTERVAL}</html>`;
}

/** In the dark theme, the site's default. */
const STYLE = `
  :root { color-scheme: dark; }
  body { margin: 0; box-sizing: border-box; width: 1200px; height: 630px; padding: 72px 88px;
    background: var(--color-ground); color: var(--color-text); font-family: var(--font-text);
    display: flex; flex-direction: column; }
  body > svg:first-of-type { width: 84px; height: 84px; }
  h1 { margin: 32px 0 0; font-size: 68px; line-height: 1.12; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
  p { margin: 24px 0 0; font-size: 31px; line-height: 1.4; color: var(--color-muted); max-width: 980px; text-wrap: pretty; }
  .interval { margin-block-start: auto; }
  .track { stroke: var(--color-line); }
  .band { fill: none; stroke: var(--color-accent); }
  .proven { fill: var(--color-accent); }
  .break-even { stroke: var(--color-caution); }
  .estimate { stroke: var(--color-text); }`;

/** An interval across break-even, as in most records: solid only beyond it. */
const INTERVAL = `<svg class="interval" width="1024" height="56" viewBox="0 0 1024 56">
  <path class="track" d="M0 28H1024" stroke-width="4"/>
  <rect class="band" x="412" y="14" width="128" height="28" stroke-width="3"/>
  <rect class="proven" x="540" y="14" width="104" height="28"/>
  <path class="break-even" d="M540 2V54" stroke-width="4" stroke-dasharray="7 5"/>
  <path class="estimate" d="M528 4V52" stroke-width="5"/></svg>`;
