/** Lists narrowed and sorted: filters, their chips, the phone's button, and links that others share. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { findByAxe, NARROW } from "#tests/support/examine-page.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

async function open(path: string, options: BrowserContextOptions = {}) {
  const visitor = await openVisitor(browser, options);
  await visitor.page.goto(site.url + path);
  if (options.javaScriptEnabled !== false) await untilHydrated(visitor.page);
  return visitor;
}

const names = (page: Page) =>
  page
    .locator("main tbody tr > :first-child a")
    .evaluateAll((links) => links.map((link) => link.textContent));
const addressOf = (page: Page) => decodeURIComponent(page.url().slice(site.url.length)).replace(/#.*/, "");

describe.each([true, false])("the filters of the ranking, with JavaScript: %s", (javaScriptEnabled) => {
  it("find traders by part of a name and by an asset, keep the sort order, and can be removed one by one", async () => {
    const { page, complaints, leave } = await open("/en/traders?sort=-net", { javaScriptEnabled });
    const all = await names(page);
    await page.fill("input[name=trader]", "LIGHT");
    await page.fill("input[name=asset]", "eur");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("1 trader on this page").first().waitFor();
    expect(await names(page)).toEqual(["North Light"]);
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-net");
    await page.getByRole("link", { name: "Remove filter: Trader: LIGHT" }).click();
    await expect.poll(() => names(page)).not.toEqual(["North Light"]);
    expect(addressOf(page)).toMatch(/asset=eur/);
    expect(addressOf(page)).not.toMatch(/trader=\w/);
    await page.getByRole("columnheader").getByRole("link", { name: "Settled" }).click();
    await page.waitForURL(/sort=-settled/);
    expect(addressOf(page)).toMatch(/asset=eur/);
    await page.getByRole("link", { name: "Remove filter: Asset: eur" }).click();
    await expect.poll(async () => (await names(page)).length).toBe(all.length);
    expect(complaints).toEqual([]);
    await leave();
  });
});

it("the ranking says that no trader matches, and links back to all traders", async () => {
  const { page, leave } = await open("/de/traders?trader=niemand");
  await page.getByRole("heading", { name: "Kein Trader passt" }).waitFor();
  expect(await findByAxe(page)).toEqual([]);
  await page.locator(".empty").getByRole("link").click();
  await page.waitForURL(`${site.url}/de/traders`);
  await page.locator("main tbody tr").first().waitFor();
  await leave();
});

it("the ranking shows each trader's last signal when sorted by it, and only larger samples when filtered so", async () => {
  const { page, leave } = await open("/en/traders");
  await page.getByLabel("Sort by").selectOption("-last_published_at");
  await page.getByLabel("Won or lost").selectOption("30");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.waitForURL(/min_decided=30/);
  const rows = page.locator("main tbody tr");
  await rows.first().getByText("last signal").waitFor();
  const times = await rows
    .locator(":first-child time")
    .evaluateAll((found) => found.map((time) => Date.parse(time.getAttribute("datetime") ?? "")));
  expect(times.length).toBeGreaterThan(2);
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect(await page.getByRole("link", { name: "Remove filter: Won or lost: 30 or more" }).count()).toBe(1);
  expect(await page.getByText("the best would win about").count()).toBe(0);
  await leave();
});

it.each(["signal", "traders"])(
  "on a phone the filters of /%s are behind one button with their number, and results scroll into view",
  async (list) => {
    const { page, leave } = await open(`/en/${list}`, { viewport: NARROW });
    const asset = page.locator("input[name=asset]");
    expect(await asset.isVisible()).toBe(false);
    await page.getByText("Filters", { exact: true }).click();
    await asset.fill("EUR");
    await asset.press("Enter");
    await page.getByText("Filters (1)", { exact: true }).waitFor();
    const found = page.locator("#found");
    await expect.poll(() => found.textContent()).toMatch(/^\d+ \w+ on this page$/);
    await expect
      .poll(() =>
        found.evaluate((node) => {
          const { top, bottom } = node.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      )
      .toBe(true);
    expect(await asset.isVisible()).toBe(false);
    await leave();
  },
);

it("a shared link means the same times in every time zone: its dates are in the zone of whoever created it", async () => {
  const asked: string[] = [];
  const maker = await open("/en/signal", { timezoneId: "America/New_York" });
  await maker.page.fill("input[name=from]", "05/11/2025");
  await maker.page.fill("input[name=to]", "05/12/2025");
  await maker.page.press("input[name=to]", "Enter");
  await maker.page.waitForURL(/zone=/);
  const shared = addressOf(maker.page);
  expect(shared).toContain("zone=America/New_York");
  expect(shared).toContain("from=2025-05-11");
  await maker.leave();
  for (const options of [{ timezoneId: "Asia/Tokyo" }, { javaScriptEnabled: false }]) {
    const { page, leave } = await open(shared, options);
    const csv = await page.getByRole("link", { name: "Signals as CSV" }).getAttribute("href");
    asked.push(csv ?? "");
    await page.getByText("time zone America/New_York").first().waitFor();
    await leave();
  }
  const [one] = asked;
  expect(new Set(asked).size).toBe(1);
  expect(decodeURIComponent(one ?? "")).toContain("from=2025-05-11T04:00:00.000Z");
});
