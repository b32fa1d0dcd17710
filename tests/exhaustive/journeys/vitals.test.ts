/** A visit is measured in a real browser, reported once as the page goes away. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as v from "valibot";
import { VitalsReport } from "#shared/contracts/vitals.ts";
import { VITALS_PATH } from "#shared/site/routes.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);

/** What measures starts in the background with what fetches the build's manifest, which is seen from outside. */
async function untilMeasuring(page: Page): Promise<void> {
  await untilHydrated(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/builds/meta/")),
  );
}

/** As a visitor does. Of a document that is left for another the browser now and then drops the last word. */
async function closeTab(page: Page): Promise<void> {
  await page.close({ runBeforeUnload: true });
}

async function countVisits(page: string): Promise<number> {
  const sql = "SELECT sum(count) FROM web_vitals WHERE page = ? AND metric = 'ttfb'";
  return (await site.db.prepare(sql).bind(page).first<number>("sum(count)")) ?? 0;
}

it("a visit is reported once, with at most five measurements and nothing that identifies the visitor", async () => {
  const { page, complaints } = await openVisitor(browser);
  const reports: { body: string; headers: Record<string, string> }[] = [];
  page.context().on("request", (request) => {
    if (new URL(request.url()).pathname !== VITALS_PATH) return;
    reports.push({ body: request.postData() ?? "", headers: request.headers() });
  });
  await page.goto(`${site.url}/de/traders`);
  await untilMeasuring(page);
  await page.getByRole("heading", { level: 1 }).click();
  // The visit began on the traders page, wherever it goes on from there.
  await page.getByRole("link", { name: "Signale" }).first().click();
  await page.waitForURL(`${site.url}/de/signal`);
  await page.waitForFunction(() => document.title.startsWith("Signale"));
  await closeTab(page);
  await expect.poll(() => countVisits("traders")).toBe(1);
  expect(await countVisits("signal")).toBe(0);

  expect(reports.length).toBeLessThanOrEqual(1);
  for (const { body, headers } of reports) {
    const report = v.parse(VitalsReport, JSON.parse(body));
    expect(report).toMatchObject({ page: "traders", fcp: expect.any(Number), ttfb: expect.any(Number) });
    expect(headers).not.toHaveProperty("authorization");
  }
  const { results } = await site.db.prepare("SELECT metric FROM web_vitals").all();
  expect(results.map(({ metric }) => metric)).toEqual(expect.arrayContaining(["cls", "fcp", "lcp", "ttfb"]));
  expect(complaints).toEqual([]);
});
