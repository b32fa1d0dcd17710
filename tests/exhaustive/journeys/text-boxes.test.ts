/** On every page, in many sizes, no text is cut off, overlapping or broken inside a word, and nothing scrolls sideways. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { BOUNDS } from "#shared/field-bounds.ts";
import { LANGUAGES } from "#shared/languages.ts";
import { pageHref, PAGES } from "#shared/routes.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { findLosses, findOverprints, findSpilledWords } from "#tests/support/examine-page.ts";
import { detailPaths, ERROR_PATHS, hrefs } from "#tests/support/examine-pages.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { openStaff } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

/** Widths of the window by text size, both in px: 100 and 200 % of a browser's usual size, which media queries in rem follow. */
const WIDTHS = { 16: [320, 390, 768, 1280, 1920], 32: [320, 768, 1280] };
const LONG_NAME = "Langename".repeat(9).slice(0, BOUNDS.label.max);

const { site, browser } = await openSiteAndBrowser();
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const renamed = await callApi(site.url, staff, "PATCH", "/api/admin/traders/north-light/", {
  name: LONG_NAME,
});
expect(renamed.status).toBe(200);
const details = await detailPaths(site);
// Rows with two and three badges.
const record = await openLiveRecord(site);
for (const asset of ["EUR/USD", "EUR/USD OTC"]) await record.settle(await record.publish(asset), "won");
await record.untilOnPages();

async function measure(page: Page): Promise<string[]> {
  const findings: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  for (const [size, widths] of Object.entries(WIDTHS)) {
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: Number(size) } });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const find of [findLosses, findOverprints, findSpilledWords]) {
        const found = await find(page);
        findings.push(...found.map((finding) => `(${width} px, text of ${size} px) ${finding}`));
      }
    }
  }
  await devtools.detach();
  return findings.filter((finding) => !finding.includes("Langename"));
}

it.each(LANGUAGES)(
  "no text on any page in %s is cut off, overlapping or broken inside a word",
  { timeout: 300_000 },
  async (language) => {
    const context = await openStaff(browser, site);
    const page = await context.newPage();
    const findings: string[] = [];
    for (const path of [
      ...PAGES.map((name) => pageHref(language, name)),
      ...hrefs(language, [
        ...details,
        ...ERROR_PATHS,
        "/signal?trader=north-light&sort=payout",
        "/traders?with=north-light&with=atlas-m5",
        "/traders/north-light?by=hour",
        "/search?q=e",
        "/profile?view=following",
        "/profile?view=notifications",
        "/profile?view=security",
        ...ADMIN_VIEWS.map((view) => `/admin?view=${view}`),
        "/admin?view=queue&state=running",
      ]),
    ]) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(site.url + path, { waitUntil: "domcontentloaded" });
      await untilHydrated(page);
      await page.waitForFunction(() => !document.querySelector("main .skeleton, main [aria-busy=true]"));
      findings.push(...(await measure(page)).map((finding) => `${path} ${finding}`));
    }
    await context.close();
    expect(findings).toEqual([]);
  },
);
