/** Lists narrowed and sorted: filters, their chips, the panel of a phone, and links that others share. */
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
    await page.getByText("Filters", { exact: true }).click();
    await page.fill("input[name=asset]", "eur");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.waitForURL(/asset=eur/);
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
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Sort by").selectOption("-last_published_at");
  await page.getByLabel("Won or lost").selectOption("30");
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

it("typing in the search field shows what is meant at once, keeps the focus, and adds nothing to the history", async () => {
  const { page, complaints, leave } = await open("/en/signal");
  const length = await page.evaluate(() => history.length);
  await page.locator("input[name=asset]").pressSequentially("gold", { delay: 30 });
  await page.waitForURL(/\?asset=gold$/);
  await expect
    .poll(async () => [...new Set((await names(page)).map((name) => name?.slice(0, 7)))])
    .toEqual(["XAU/USD"]);
  expect(await page.locator("input[name=asset]").evaluate((input) => input === document.activeElement)).toBe(
    true,
  );
  expect(await page.evaluate(() => history.length)).toBe(length);
  // A choice is a step back.
  await page.locator(".filter-row__choices a").first().click();
  await page.waitForURL(/asset=(?!gold)/);
  await page.goBack();
  await page.waitForURL(/asset=gold/);
  await expect.poll(() => page.inputValue("input[name=asset]")).toBe("gold");
  expect(complaints).toEqual([]);
  await leave();
});

it("on a phone the other filters are behind one button with their number, and Show leads to the results", async () => {
  const { page, leave } = await open("/en/signal", { viewport: NARROW });
  const direction = page.locator("select[name=direction]");
  expect(await direction.isVisible()).toBe(false);
  await page.getByText("Filters", { exact: true }).click();
  await direction.focus();
  await direction.selectOption("up");
  await page.getByText("Filters (1)", { exact: true }).waitFor();
  expect(await direction.evaluate((select) => select === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Show", exact: true }).click();
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
  expect(await direction.isVisible()).toBe(false);
  await leave();
});

it("a shared link means the same times in every time zone: its dates are in the zone of whoever created it", async () => {
  const asked: string[] = [];
  const maker = await open("/en/signal", { timezoneId: "America/New_York" });
  await maker.page.getByText("Filters", { exact: true }).click();
  await maker.page.fill("input[name=from]", "05/11/2025");
  await maker.page.fill("input[name=to]", "05/12/2025");
  await maker.page.waitForURL(/to=.*zone=/);
  const shared = addressOf(maker.page);
  expect(shared).toContain("zone=America/New_York");
  expect(shared).toContain("from=2025-05-11");
  await maker.leave();
  for (const options of [{ timezoneId: "Asia/Tokyo" }, { javaScriptEnabled: false }]) {
    const { page, leave } = await open(shared, options);
    const csv = await page.getByRole("link", { name: "Signals as CSV" }).getAttribute("href");
    asked.push(csv ?? "");
    await page.locator("#found").getByText("time zone America/New_York").waitFor();
    await leave();
  }
  const [one] = asked;
  expect(new Set(asked).size).toBe(1);
  expect(decodeURIComponent(one ?? "")).toContain("from=2025-05-11T04:00:00.000Z");
});
