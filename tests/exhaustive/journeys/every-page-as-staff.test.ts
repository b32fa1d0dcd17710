/** The pages that know who is signed in, in every language, as staff: what every-page.test.ts asks of the others. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { detailPaths, examineInAllSizes, examinePages, hrefs } from "#tests/support/examine-pages.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser();
const details = await detailPaths(site);

it.each(LANGUAGES)(
  "each page in %s hydrates for staff without errors or layout shifts and meets WCAG 2.2 AA",
  async (language) => {
    // Of the pages that know no member, home alone: signed in, they differ in the header only, and that is the same on all.
    const paths = hrefs(language, [
      "",
      "/signal",
      "/traders",
      ...details,
      "/profile",
      "/profile?view=following",
      "/profile?view=notifications",
      "/profile?view=security",
      ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
      "/admin?view=queue&state=running",
    ]);
    const examine = (page: Page) => examineInAllSizes(page, language);
    expect(await examinePages(await openStaff(browser, site), { site, paths, examine })).toEqual([]);
  },
);
