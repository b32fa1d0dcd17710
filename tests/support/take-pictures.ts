/** `npm run pictures`: the files in `client/public` that depend on the brand. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { LANGUAGE_FACTS, LANGUAGES, type Language } from "#shared/site/languages.ts";
import { BRAND_SHEET, brandGrounds } from "#worker/build/brand-colors.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { noteDrawnBrand, previewTexts } from "./brand-digest.ts";
import { launchChromium } from "./chromium.ts";
import { startSite } from "./site.ts";

const HELP = `npm run pictures
Draws the icons, the pictures of link previews and the screenshots of the web manifest from client/brand. Run it
after a change of the brand, of the look of the signals page or of home's heading and description.`;

const FOLDER = "client/public";
const LOGO = "client/brand/logo.svg";
const SHOWN_SIGNALS = 400;

/**
 * `share` is the icon's part of the picture; the background fills the rest, because systems crop the corners of these two. The
 * safe zone of a maskable icon is the middle 80 % (W3C Web Application Manifest, "maskable").
 */
const ICONS = [
  { file: "icon-192.png", size: 192, share: 1, isCut: false },
  { file: "icon-512.png", size: 512, share: 1, isCut: false },
  { file: "icon-maskable-512.png", size: 512, share: 0.84, isCut: true },
  { file: "apple-touch-icon.png", size: 180, share: 1, isCut: true },
] as const;

const SHOTS = [
  { form: "wide", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { form: "narrow", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
] as const;

/** The logo on the background of the dark theme, the site's default. */
function iconSvg(): string {
  const source = readFileSync(LOGO, "utf8").trim();
  const [root = ""] = /<svg\b[^>]*>/.exec(source) ?? [];
  if (!root.includes("viewBox=") || /\s(?:width|height)=/.test(root))
    throw new Error(`${LOGO} must be an <svg> with a viewBox, and without width and height.`);
  const logo = source
    .slice(source.indexOf(root))
    .replace("<svg", '<svg x="12" y="12" width="40" height="40"');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">` +
    `<rect width="64" height="64" rx="14" fill="${brandGrounds().dark}"/>${logo}</svg>\n`
  );
}

async function drawIcons(browser: Browser): Promise<void> {
  const svg = iconSvg();
  writeFileSync(`${FOLDER}/icon.svg`, svg);
  const source = Buffer.from(svg).toString("base64");
  for (const { file, size, share, isCut } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = Math.round(size * share);
    await page.setContent(
      `<body style="margin:0;background:${isCut ? brandGrounds().dark : "transparent"};display:grid;place-items:center;height:${size}px">` +
        `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${source}"></body>`,
    );
    await page.screenshot({ path: `${FOLDER}/${file}`, omitBackground: true });
    await page.close();
  }
}

/** Size that `client/app/search-head.tsx` declares. */
const SOCIAL_PICTURE = { width: 1200, height: 630 } as const;

/**
 * The pictures of link previews, one for each language: the logo, the first text of home, and the interval bar. They omit the
 * brand's name, which the operator chooses.
 */
async function drawSocialPictures(browser: Browser, folder: string, logo: string): Promise<void> {
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
  const { heading, description } = previewTexts(language);
  const { tag, direction } = LANGUAGE_FACTS[language];
  return `<!doctype html><html lang="${tag}" dir="${direction}"><style>${readFileSync(BRAND_SHEET, "utf8")}${STYLE}</style>
    ${mark}<h1>${heading}</h1><p>${description}</p>${INTERVAL}</html>`;
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

async function takeScreenshots(browser: Browser): Promise<void> {
  mkdirSync(`${FOLDER}/screenshots`, { recursive: true });
  const site = await startSite();
  await seedRecord(site.db, { signals: SHOWN_SIGNALS, endMs: Date.now() });
  for (const language of LANGUAGES) {
    for (const { form, ...size } of SHOTS) {
      const page = await browser.newPage({ ...size, locale: LANGUAGE_FACTS[language].tag });
      await page.goto(`${site.url}/${language}/signal`);
      await page.waitForLoadState("networkidle");
      await page.screenshot({
        path: `${FOLDER}/screenshots/${language}-${form}.jpg`,
        quality: 60,
        type: "jpeg",
      });
      await page.close();
    }
  }
  await site.close();
}

readArguments(HELP, {});
const browser = await launchChromium();
await drawIcons(browser);
await drawSocialPictures(browser, FOLDER, LOGO);
await takeScreenshots(browser);
await browser.close();
noteDrawnBrand();
