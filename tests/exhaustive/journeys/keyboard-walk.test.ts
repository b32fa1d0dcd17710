/** Every page from its first to its last control by the Tab key, on a phone's window: tests/journeys/ACCESSIBILITY.md. */
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { PAGES } from "#shared/site/routes.ts";
import { NARROW } from "#tests/support/examine-page.ts";
import { detailPaths } from "#tests/support/examine-pages.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { walkAll } from "#tests/support/walk-by-tab.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

it(
  "staff reach every control with Tab, and its focus is visible and not covered",
  { timeout: 180_000 },
  async () => {
    const context = await openStaff(browser, site);
    const page = await context.newPage();
    await page.setViewportSize(NARROW);
    // Whoever is signed in is led on from there.
    const pages = PAGES.filter((name) => name !== "login").map((name) => (name === "home" ? "" : `/${name}`));
    const others = [
      "/traders?with=north-light&with=atlas-m5",
      ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
    ];
    const urls = [...pages, ...details, ...others].map((path) => `${site.url}/en${path}`);
    expect(await walkAll(page, urls)).toEqual([]);
  },
);
