/**
 * Every page in every language, as a visitor, as staff and without JavaScript. It comes alive as the server sent it, stands
 * still, writes nothing to the console, gives the Content-Security-Policy nothing to stop, and holds WCAG 2.2 A and AA by axe,
 * target sizes, zoom and text spacing.
 */
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-views.ts";
import { LANGUAGES, type Language } from "#shared/languages.ts";
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";
import {
  findByAxe,
  findLosses,
  findSmallTargets,
  findSpilledWords,
  NARROW,
  spaceText,
  TABLET,
  WIDE,
  ZOOMED_FOURFOLD,
  ZOOMED_TWICE,
} from "#tests/support/examine-page.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { openStaff } from "#tests/support/member.ts";
import { watchPolicy } from "#tests/support/policy-watch.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** Contrast, by far the slowest to judge, is the same in each language and at each width: no rule of the style sheet differs. */
const CONTRAST_LANGUAGE: Language = "de";

/** Below the language. */
let details: string[];

beforeAll(async () => {
  const { results } = await site.db
    .prepare("SELECT id FROM signals WHERE outcome <> 'open' ORDER BY published_seq DESC LIMIT 1")
    .all<{ id: string }>();
  details = [`/signal/${results[0]?.id}`, "/traders/north-light"];
});

const hrefs = (language: Language, paths: readonly string[]) => paths.map((path) => `/${language}${path}`);
const ERRORS = ["/no-such-page", "/signal/no-such-signal", "/signal?from=x&trader=!"];

/** With script, pages behind sign-in lead to the login page, which is there already. */
const visitorPaths = (language: Language) => [
  ...PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page)).map((page) => pageHref(language, page)),
  ...hrefs(language, [...details, ...ERRORS]),
];

/** Of the pages that know no member, home alone: signed in, they differ in the header only, and that is the same on all. */
const staffPaths = (language: Language) =>
  hrefs(language, [
    "",
    "/signal",
    "/traders",
    ...details,
    "/profile",
    "/profile?view=following",
    "/profile?view=security",
    ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
  ]);

const noScriptPaths = (language: Language) => [
  ...PAGES.map((page) => pageHref(language, page)),
  ...hrefs(language, [...details, ...ERRORS]),
];

/** The page at a path on a phone, with its data there and the application started; and what went wrong meanwhile. */
async function arrive(page: Page, path: string): Promise<string[]> {
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!complaint.includes("blocked by Playwright")) complaints.push(complaint);
  };
  page.on("console", (message) => note(`(console) ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => note(`(console) uncaught: ${error.message}`));
  await page.setViewportSize(NARROW);
  const response = await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
  await untilHydrated(page);
  await page.waitForFunction(
    () =>
      !document.querySelector('main .skeleton, main [aria-busy=true], .live-line:not([data-mode="live"])'),
  );
  for (const shift of await page.evaluate(() => window.layoutShifts)) note(`(390 px) moved: ${shift}`);
  const heading = await page.locator("h1").first().textContent();
  if (!(await response?.text())?.includes(heading ?? "")) note("has another heading than its document");
  page.removeAllListeners("console");
  page.removeAllListeners("pageerror");
  // Chromium tells of a document that was answered with an error.
  const status = response?.status() ?? 0;
  return complaints.filter((complaint) => status < 400 || !complaint.includes(`status of ${status}`));
}

/** One load, seen in every size. */
async function examineInAllSizes(page: Page, language: Language): Promise<string[]> {
  const findings: string[] = [];
  const note = (where: string, found: string[]) =>
    findings.push(...found.map((finding) => `(${where}) ${finding}`));
  note("390 px", await findByAxe(page, { contrast: false }));
  note("390 px", await findSmallTargets(page));
  note("390 px", await findLosses(page));
  await page.setViewportSize(TABLET);
  note("768 px", await findSpilledWords(page));
  note("768 px", await findLosses(page));
  await page.setViewportSize(ZOOMED_TWICE);
  note("zoomed 200 %", await findLosses(page));
  await page.setViewportSize(ZOOMED_FOURFOLD);
  note("zoomed 400 %", await findLosses(page));
  const unspace = await spaceText(page);
  note("zoomed 400 %, text spaced", await findLosses(page));
  await page.setViewportSize(WIDE);
  note("text spaced", await findLosses(page));
  await unspace();
  note("1280 px", await findSpilledWords(page));
  note("1280 px", await findSmallTargets(page));
  if (language === CONTRAST_LANGUAGE) note("1280 px", await findByAxe(page));
  return findings;
}

describe.each(LANGUAGES)("in %s", (language) => {
  it.each(["visitor", "member of staff"])(
    "a %s finds each page as the server sent it, still, quiet and within WCAG 2.2 AA",
    async (who) => {
      const isVisitor = who === "visitor";
      const context = isVisitor
        ? await browser.newContext({ locale: "en-US", serviceWorkers: "block", timezoneId: "Asia/Kolkata" })
        : await openStaff(browser, site);
      const violations = await watchPolicy(context);
      await context.addInitScript(watchLayoutShifts);
      const page = await context.newPage();
      const findings: string[] = [];
      for (const path of (isVisitor ? visitorPaths : staffPaths)(language)) {
        const found = [...(await arrive(page, path)), ...(await examineInAllSizes(page, language))];
        findings.push(...found.map((finding) => `${path} ${finding}`));
      }
      expect(findings).toEqual([]);
      expect(violations).toEqual([]);
    },
  );
});

/**
 * The document as it stands where script is off. Script itself has to be on, because axe waits by timers, which a browser
 * without script does not run: so the page's own is taken out, and what only shows without it is put in.
 */
async function openWithoutScript(): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
  await context.route("**/assets/*.js", (route) => route.abort());
  await context.route(
    ({ pathname }) => !pathname.includes("."),
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/<script(?![^>]*json)[^>]*>.*?<\/script>/gs, "")
        .replaceAll(/<(\/?)noscript>/g, "<$1div>")
        .replaceAll(/\(scripting: ?none\)/g, "all");
      await route.fulfill({ response, body });
    },
  );
  return context;
}

/** Such a document is the one that script takes over, so it is seen at one width in each language, and at both in all. */
it.each(LANGUAGES.map((language, index) => [language, index % 2 === 0 ? NARROW : WIDE] as const))(
  "without JavaScript each page in %s is within WCAG 2.2 AA, seen at %o",
  async (language, size) => {
    const page = await (await openWithoutScript()).newPage();
    await page.setViewportSize(size);
    const findings: string[] = [];
    for (const path of noScriptPaths(language)) {
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      const contrast = language === CONTRAST_LANGUAGE;
      const found = [
        ...(await findByAxe(page, { contrast })),
        ...(await findLosses(page)),
        ...(await findSmallTargets(page)),
      ];
      findings.push(...found.map((finding) => `${path} ${finding}`));
    }
    expect(findings).toEqual([]);
  },
);
