/** `npm run pictures`: the files in `client/public` that depend on the brand. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { LANGUAGE_FACTS, LANGUAGES } from "#shared/site/languages.ts";
import { brandGrounds } from "#worker/build/brand-colors.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { readArguments } from "#worker/commands/read-arguments.ts";
import { noteDrawnBrand } from "./brand-digest.ts";
import { launchChromium } from "./chromium.ts";
import { drawSocialPictures } from "./draw-social-pictures.ts";
import { startSite } from "./site.ts";

const HELP = `npm run pictures
Draws the icons, the pictures of link previews and the screenshots of the web manifest from client/brand. Run it
after a change of the brand, of the look of the signals page or of home's heading.`;

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
