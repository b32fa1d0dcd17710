/**
 * Every page in German at a phone's width, as a visitor and as staff: it hydrates without changes, nothing moves, it writes nothing to
 * the console, violates no Content-Security-Policy, and axe finds nothing against WCAG 2.2 A and AA.
 */
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/site/routes.ts";
import { findByAxe } from "#tests/support/examine-page.ts";
import { detailPaths, ERROR_PATHS, examinePages, hrefs } from "#tests/support/examine-pages.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

it("each page hydrates for a visitor without errors or layout shifts, and axe finds nothing", async () => {
  // Pages behind sign-in lead to the login page, which is there already.
  const pages = PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page)).map((page) => pageHref("de", page));
  const options = { locale: "en-US", serviceWorkers: "block", timezoneId: "Asia/Kolkata" } as const;
  const context = await browser.newContext(options);
  const paths = [...pages, ...hrefs("de", [...details, ...ERROR_PATHS])];
  expect(await examinePages(context, { site, paths, examine: findByAxe })).toEqual([]);
});

it("each page behind sign-in hydrates for staff without errors or layout shifts, and axe finds nothing", async () => {
  const paths = hrefs("de", ["/watch", "/profile", ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`)]);
  const context = await openStaff(browser, site);
  // Slow enough that what stands in its place meanwhile is painted.
  await context.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  expect(await examinePages(context, { site, paths, examine: findByAxe })).toEqual([]);
});
