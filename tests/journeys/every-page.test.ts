/**
 * Every page in every language, as a visitor: it comes alive as the server sent it, stands still, writes nothing to the console,
 * gives the Content-Security-Policy nothing to stop, and holds WCAG 2.2 A and AA by axe, target sizes, zoom and text spacing.
 */
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";
import { detailPaths, ERROR_PATHS, examinePages, hrefs } from "#tests/support/examine-pages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

it.each(LANGUAGES)(
  "a visitor finds each page in %s as the server sent it, still, quiet and within WCAG 2.2 AA",
  async (language) => {
    // Pages behind sign-in lead to the login page, which is there already.
    const pages = PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page));
    const paths = [
      ...pages.map((page) => pageHref(language, page)),
      ...hrefs(language, [...details, ...ERROR_PATHS]),
    ];
    const options = { locale: "en-US", serviceWorkers: "block", timezoneId: "Asia/Kolkata" } as const;
    const context = await browser.newContext(options);
    expect(await examinePages(context, { site, language, paths })).toEqual([]);
  },
);
