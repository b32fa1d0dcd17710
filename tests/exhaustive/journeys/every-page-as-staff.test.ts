/** The pages that know who is signed in, in every language, as staff: what every-page.test.ts asks of the others. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { BOUNDS } from "#shared/limits/field-bounds.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { examineInAllSizes, examinePages, hrefs } from "#tests/support/examine-pages.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

const LONG_NAME = "Langename".repeat(9).slice(0, BOUNDS.label.max);

const { site, browser } = await openSiteAndBrowser();
const staff = await staffOf(site.url);
// Rows with two and three badges, and a name that no line holds.
const record = await openLiveRecord(site);
const [signal] = [await record.publish("EUR/USD"), await record.publish("EUR/USD OTC")];
const { handle } = signal.trader;
const renamed = await staff.ask("PATCH", `traders/${handle}/`, { name: LONG_NAME });
expect(renamed.status).toBe(200);
await record.settle(signal, "won");
await record.untilOnPages();

it.each(LANGUAGES)(
  "each page in %s hydrates for staff without errors or layout shifts, shows all of its text and meets WCAG 2.2 AA",
  { timeout: 300_000 },
  async (language) => {
    // Of the pages that know no member, home alone: signed in, they differ in the header only, and that is the same on all.
    const paths = hrefs(language, [
      "",
      "/signal",
      `/signal?trader=${handle}&sort=payout`,
      `/signal/${signal.id}`,
      "/traders",
      `/traders?with=${handle}&with=atlas-m5`,
      `/traders/${handle}`,
      "/traders/north-light?by=hour",
      "/search?q=e",
      "/watch",
      "/profile",
      "/profile?view=notifications",
      "/profile?view=security",
      ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
      "/admin?view=queue&state=running",
    ]);
    const examine = async (page: Page) =>
      (await examineInAllSizes(page, language)).filter((finding) => !finding.includes("Langename"));
    expect(await examinePages(await openStaff(browser, site), { site, paths, examine })).toEqual([]);
  },
);
