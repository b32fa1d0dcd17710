/**
 * Draws what link previews show, one picture a language: the mark, what home says first, and the interval bar. Without the
 * brand's name, which is the operator's to choose.
 */
import { mkdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { LANGUAGES, LANGUAGE_TAGS, type Language } from "#shared/languages.ts";
import * as v from "valibot";

/** As `client/app/search-head.tsx` announces them. */
export const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

const Home = v.object({ heading: v.string(), meta: v.object({ description: v.string() }) });

export async function drawSocialPictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(`${folder}/social`, { recursive: true });
  const mark = readFileSync(`${folder}/icon.svg`, "utf8");
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
  return `<!doctype html><html lang="${LANGUAGE_TAGS[language]}"><style>${STYLE}</style>
    ${mark}<h1>${heading}</h1><p>${meta.description}</p>${INTERVAL}</html>`;
}

const STYLE = `
  body { margin: 0; box-sizing: border-box; width: 1200px; height: 630px; padding: 72px 88px; background: #0b1220;
    color: #e5ecf4; font-family: "Segoe UI", Roboto, "Noto Sans", "Open Sans", "Liberation Sans", sans-serif;
    display: flex; flex-direction: column; }
  body > svg:first-of-type { width: 96px; height: 96px; margin-inline-start: -10px; }
  h1 { margin: 28px 0 0; font-size: 68px; line-height: 1.12; font-weight: 600; letter-spacing: -0.01em; text-wrap: balance; }
  p { margin: 24px 0 0; font-size: 31px; line-height: 1.4; color: #a4b3c4; max-width: 980px; text-wrap: pretty; }
  .interval { margin-block-start: auto; }`;

/** An interval that reaches across break-even, as most do: solid only beyond it. */
const INTERVAL = `<svg class="interval" width="1024" height="56" viewBox="0 0 1024 56">
  <path d="M0 28H1024" stroke="#233147" stroke-width="4"/>
  <rect x="412" y="14" width="128" height="28" fill="none" stroke="#5cc8c4" stroke-width="3"/>
  <rect x="540" y="14" width="104" height="28" fill="#5cc8c4"/>
  <path d="M540 2V54" stroke="#e9b44f" stroke-width="4" stroke-dasharray="7 5"/>
  <path d="M528 4V52" stroke="#e5ecf4" stroke-width="5"/></svg>`;
