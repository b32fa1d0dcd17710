/** Checks that journeys run on every page, and the paths of all pages. */
import type { BrowserContext, Page } from "playwright-core";
import type { Language } from "#shared/site/languages.ts";
import { pageHref, PAGES } from "#shared/site/routes.ts";
import {
  findByAxe,
  findLosses,
  findOverprints,
  findSmallTargets,
  findSpilledWords,
  NARROW,
  spaceText,
  WIDE,
  ZOOMED_FOURFOLD,
} from "./examine-page.ts";
import { watchLayoutShifts } from "./layout-shifts.ts";
import { watchPolicy } from "./policy-watch.ts";
import type { Site } from "./site.ts";
import { untilHydrated } from "./visitor.ts";

/**
 * The language in which axe checks the pages after script has run: their elements and styles are the same in all languages. The
 * others have texts of different lengths, and axe checks them as documents, without script.
 */
export const AXE_LANGUAGE: Language = "de";

/** A signal with an outcome, and a trader: paths below the language. */
export async function detailPaths({ db }: Site): Promise<readonly string[]> {
  const signal = "SELECT id FROM signals WHERE outcome <> 'open' ORDER BY published_seq DESC LIMIT 1";
  return [`/signal/${await db.prepare(signal).first<string>("id")}`, "/traders/north-light"];
}

export const ERROR_PATHS = ["/no-such-page", "/signal/no-such-signal", "/signal?from=x&trader=!"];

export const hrefs = (language: Language, paths: readonly string[]) =>
  paths.map((path) => `/${language}${path}`);

/** Every page, except for those that need script. */
export const allPaths = (language: Language, details: readonly string[]) => [
  ...PAGES.map((page) => pageHref(language, page)),
  ...hrefs(language, [...details, ...ERROR_PATHS]),
];

/**
 * Findings for the pages at these paths, each with its path: errors during hydration in the context's browser, layout shifts at a
 * phone's width, policy violations, and what `examine` finds in the loaded page.
 */
export async function examinePages(
  context: BrowserContext,
  {
    site,
    paths,
    examine,
  }: {
    readonly site: Site;
    readonly paths: readonly string[];
    readonly examine: (page: Page) => Promise<readonly string[]>;
  },
): Promise<readonly string[]> {
  const violations = await watchPolicy(context);
  await context.addInitScript(watchLayoutShifts);
  const page = await context.newPage();
  const findings: string[] = [];
  for (const path of paths) {
    const found = [...(await arrive(page, site.url + path)), ...(await examine(page))];
    findings.push(...found.map((finding) => `${path} ${finding}`));
  }
  return [...findings, ...violations];
}

/** Opens the page at a phone's width, with its data loaded and the application started; returns what went wrong meanwhile. */
async function arrive(page: Page, url: string): Promise<string[]> {
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!complaint.includes("blocked by Playwright")) complaints.push(complaint);
  };
  page.on("console", (message) => note(`(console) ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => note(`(console) uncaught: ${error.message}`));
  await page.setViewportSize(NARROW);
  const response = await page.goto(url, { waitUntil: "domcontentloaded" });
  await untilHydrated(page);
  await page.waitForFunction(
    () =>
      !document.querySelector('main .skeleton, main [aria-busy=true], [data-live]:not([data-live="live"])'),
  );
  for (const shift of await page.evaluate(() => window.layoutShifts)) note(`(390 px) moved: ${shift}`);
  const heading = await page.locator("h1").first().textContent();
  if (!(await response?.text())?.includes(heading ?? "")) note("has another heading than its document");
  page.removeAllListeners("console");
  page.removeAllListeners("pageerror");
  // Chromium logs an error for a document with an error status.
  const status = response?.status() ?? 0;
  return complaints.filter((complaint) => status < 400 || !complaint.includes(`status of ${status}`));
}

/** Widths of the window by text size, both in px: 100 and 200 % of a browser's usual size, which media queries in rem follow. */
const WIDTHS = { 16: [320, 390, 768, 1280], 32: [320, 1280] };

/**
 * At every size: text that is cut off, overlaps or is broken inside a word, sideways scrolling and small targets; what text spacing
 * loses; and axe's findings.
 */
export async function examineInAllSizes(page: Page, language: Language): Promise<string[]> {
  const findings: string[] = [];
  const note = (where: string, found: string[]) =>
    findings.push(...found.map((finding) => `(${where}) ${finding}`));
  const devtools = await page.context().newCDPSession(page);
  for (const [size, widths] of Object.entries(WIDTHS)) {
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: Number(size) } });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const find of [findLosses, findOverprints, findSpilledWords])
        note(`${width} px, text of ${size} px`, await find(page));
    }
  }
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16 } });
  await devtools.detach();
  for (const size of [ZOOMED_FOURFOLD, WIDE]) {
    await page.setViewportSize(size);
    const unspace = await spaceText(page);
    note(`${size.width} px, text spaced`, await findLosses(page));
    await unspace();
  }
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    note(`${size.width} px`, await findSmallTargets(page));
    if (language === AXE_LANGUAGE)
      note(`${size.width} px`, await findByAxe(page, { contrast: size === WIDE }));
  }
  return findings;
}
