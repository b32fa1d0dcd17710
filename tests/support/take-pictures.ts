/**
 * Draws the icons from `client/public/icon.svg` , the pictures of link previews, and takes the screenshots of the web
 * manifest, all into `client/public`. Run after the look of the signals page, the mark or the heading of home has changed:
 * `npm run pictures`.
 */
import { mkdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { LANGUAGES } from "#shared/languages.ts";
import { launchChromium } from "./chromium.ts";
import { drawSocialPictures } from "./draw-social-pictures.ts";
import { startSite } from "./site.ts";

const FOLDER = "client/public";
const GROUND = "#0b1220";

/** The safe zone of a maskable icon is the middle 80 % (W3C Web Application Manifest, "maskable"). */
const ICONS = [
  { file: "icon-192.png", size: 192, share: 1, ground: "transparent" },
  { file: "icon-512.png", size: 512, share: 1, ground: "transparent" },
  { file: "icon-maskable-512.png", size: 512, share: 0.72, ground: GROUND },
  { file: "apple-touch-icon.png", size: 180, share: 0.84, ground: GROUND },
] as const;

const SHOTS = [
  { form: "wide", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
  { form: "narrow", viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
] as const;

async function drawIcons(browser: Browser): Promise<void> {
  const svg = Buffer.from(readFileSync(`${FOLDER}/icon.svg`)).toString("base64");
  for (const { file, size, share, ground } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const side = Math.round(size * share);
    await page.setContent(
      `<body style="margin:0;background:${ground};display:grid;place-items:center;height:${size}px">` +
        `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${svg}"></body>`,
    );
    await page.screenshot({ path: `${FOLDER}/${file}`, omitBackground: true });
    await page.close();
  }
}

async function takeScreenshots(browser: Browser): Promise<void> {
  mkdirSync(`${FOLDER}/screenshots`, { recursive: true });
  const site = await startSite();
  for (const language of LANGUAGES) {
    for (const { form, ...size } of SHOTS) {
      const page = await browser.newPage(size);
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

const browser = await launchChromium();
await drawIcons(browser);
await drawSocialPictures(browser, FOLDER);
await takeScreenshots(browser);
await browser.close();
