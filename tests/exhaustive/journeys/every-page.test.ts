/**
 * Every page in every language, as a visitor: it hydrates without changes, nothing moves, it writes nothing to the console, violates
 * no Content-Security-Policy, and at every width and text size no text is cut off, overlaps or is broken inside a word, and WCAG 2.2 A
 * and AA are met by axe, target sizes, zoom and text spacing. Printed, it has no controls.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/site/languages.ts";
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/site/routes.ts";
import {
  detailPaths,
  ERROR_PATHS,
  examineInAllSizes,
  examinePages,
  hrefs,
} from "#tests/support/examine-pages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

/** What nobody can press on paper. */
async function findPrintedControls(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  const controls = await page
    .locator("button, input, select, summary, nav, [role=dialog], .button, .offer, .toast, .news")
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.clientHeight > 1)
        .map((one) => `(print) ${one.outerHTML.slice(0, 120)}`),
    );
  await page.emulateMedia({ media: "screen" });
  return controls;
}

it.each(LANGUAGES)(
  "each page in %s hydrates for a visitor without errors or layout shifts, shows all of its text and meets WCAG 2.2 AA",
  { timeout: 300_000 },
  async (language) => {
    // Pages behind sign-in lead to the login page, which is there already.
    const pages = PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page));
    const paths = [
      ...pages.map((page) => pageHref(language, page)),
      ...hrefs(language, [...details, ...ERROR_PATHS, "/traders?with=north-light&with=slow-water"]),
    ];
    const options = { locale: "en-US", serviceWorkers: "block", timezoneId: "Asia/Kolkata" } as const;
    const context = await browser.newContext(options);
    const examine = async (page: Page) => [
      ...(await examineInAllSizes(page, language)),
      ...(await findPrintedControls(page)),
    ];
    expect(await examinePages(context, { site, paths, examine })).toEqual([]);
  },
);
