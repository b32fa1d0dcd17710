/**
 * Every page in every language, as a visitor, as staff and without JavaScript: WCAG 2.2 A and AA by axe at two widths,
 * targets, zoom and text spacing, and nothing that the Content-Security-Policy has to stop.
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
  NARROW,
  spaceText,
  WIDE,
  ZOOMED_FOURFOLD,
  ZOOMED_TWICE,
} from "#tests/support/examine-page.ts";
import { openStaff } from "#tests/support/member.ts";
import { watchPolicy } from "#tests/support/policy-watch.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/seed-record.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
/** Below the language. */
let details: string[];

beforeAll(async () => {
  await seedRecord(site.db, { signals: 30, endMs: Date.now() });
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

interface Round {
  readonly context: BrowserContext;
  readonly paths: readonly string[];
  readonly examine: (page: Page) => Promise<string[]>;
}

/** What is found on the pages at these paths, each with its path. */
async function walk({ context, paths, examine }: Round): Promise<string[]> {
  const page = await context.newPage();
  const findings: string[] = [];
  for (const path of paths) {
    await page.setViewportSize(WIDE);
    await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
    findings.push(...(await examine(page)).map((finding) => `${path} ${finding}`));
  }
  await context.close();
  return findings;
}

/** One load, seen in every size. */
async function examineInAllSizes(page: Page): Promise<string[]> {
  await untilHydrated(page);
  await page.waitForFunction(() => !document.querySelector("main .skeleton, main [aria-busy=true]"));
  const findings: string[] = [];
  const note = (where: string, found: string[]) =>
    findings.push(...found.map((finding) => `(${where}) ${finding}`));
  note("1280 px", await findByAxe(page));
  note("1280 px", await findSmallTargets(page));
  await page.setViewportSize(ZOOMED_TWICE);
  note("zoomed 200 %", await findLosses(page));
  await page.setViewportSize(NARROW);
  note("390 px", await findByAxe(page, { contrast: false }));
  note("390 px", await findSmallTargets(page));
  await page.setViewportSize(ZOOMED_FOURFOLD);
  note("zoomed 400 %", await findLosses(page));
  const unspace = await spaceText(page);
  note("zoomed 400 %, text spaced", await findLosses(page));
  await page.setViewportSize(WIDE);
  note("text spaced", await findLosses(page));
  await unspace();
  return findings;
}

describe.each(LANGUAGES)("in %s", (language) => {
  it("nothing is found on any page, and no policy is violated", async () => {
    const visitor = await browser.newContext({ locale: "en-US", serviceWorkers: "block" });
    const staff = await openStaff(browser, site);
    const violations = await Promise.all([visitor, staff].map(watchPolicy));
    const findings = await Promise.all([
      walk({ context: visitor, paths: visitorPaths(language), examine: examineInAllSizes }),
      walk({ context: staff, paths: staffPaths(language), examine: examineInAllSizes }),
    ]);
    expect(findings.flat()).toEqual([]);
    expect(violations.flat()).toEqual([]);
  });
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
describe("without JavaScript", () => {
  it.each([0, 1])("nothing is found on any page (%i of 2)", async (half) => {
    const size = half === 0 ? NARROW : WIDE;
    const rounds = LANGUAGES.filter((_, index) => index % 2 === half).map(async (language) => {
      const examine = async (page: Page) => {
        await page.setViewportSize(size);
        const found = [await findByAxe(page), await findLosses(page), await findSmallTargets(page)];
        return found.flat();
      };
      return walk({ context: await openWithoutScript(), paths: noScriptPaths(language), examine });
    });
    expect((await Promise.all(rounds)).flat()).toEqual([]);
  });
});
