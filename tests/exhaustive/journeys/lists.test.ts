/** Lists narrowed and sorted: filters, their chips, the panel of a phone, dates, announcements, and links that others share. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { NARROW } from "#tests/support/examine-page.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, open } = await openSiteAndBrowser();

const names = (page: Page) =>
  page
    .locator("main tbody tr > :first-child a")
    .evaluateAll((links) => links.map((link) => link.textContent));
const addressOf = (page: Page) => decodeURIComponent(page.url().slice(site.url.length)).replace(/#.*/, "");
const openFilters = (page: Page) => page.locator(".filter-box > summary").click();

async function openFiltered(path: string, options: BrowserContextOptions = {}) {
  const visitor = await open(path, options);
  await openFilters(visitor.page);
  return visitor;
}

it("the pages of the record have the same title after a client navigation as in their document", async () => {
  const { page } = await open("/en/traders");
  await page.locator('main a[href="/en/traders/north-light"]').click();
  await page.waitForURL("**/traders/north-light");
  const head = () =>
    page.evaluate(() => [
      document.title,
      document.querySelector<HTMLMetaElement>('[property="og:title"]')?.content,
    ]);
  const title = "North Light – Ranking | Tidemark";
  await expect.poll(head).toEqual([title, title]);
  await page.locator('main a[href^="/en/signal/"]').first().click();
  await page.waitForURL("**/en/signal/*");
  await page.waitForFunction(() =>
    /(?:up|down), North Light, \w{3} \d+, \d{4}, .* – Signals/.test(document.title),
  );
  const called = await page.title();
  await expect.poll(head).toEqual([called, called]);
  await page.reload();
  expect(await head()).toEqual([called, called]);
});

it.each([true, false])(
  "filters find traders by part of a name and by an asset, keep the sort order, and can be removed one by one, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const { page, complaints } = await open("/en/traders?sort=-net", { javaScriptEnabled });
    const all = await names(page);
    await page.fill("input[name=trader]", "LIGHT");
    await openFilters(page);
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
  },
);

it("the ranking shows each trader's last signal when sorted by it, and only larger samples when filtered so", async () => {
  const { page } = await openFiltered("/en/traders");
  await page.getByLabel("Sort by").selectOption("-last_published_at");
  await page.getByLabel("Won or lost").selectOption("30");
  await page.waitForURL(/min_decided=30/);
  await page.locator("main tbody tr").first().getByText("last signal").waitFor();
  await page.getByRole("link", { name: "Remove filter: Won or lost: 30 or more" }).waitFor();
});

it("the ranking announces its sort column and direction", async () => {
  const { page } = await open("/en/traders");
  const status = page.locator(".container > output");
  expect(await status.textContent()).toBe("");
  const net = page.getByRole("link", { name: "Net", exact: true });
  for (const way of ["descending", "ascending"]) {
    await net.press("Enter");
    await expect.poll(() => status.textContent()).toBe(`Sorted by Net, ${way}`);
    expect(await net.evaluate((link) => link === document.activeElement)).toBe(true);
  }
});

it("typing in the search field shows what is meant at once, keeps the focus, and adds nothing to the history", async () => {
  const { page, complaints } = await open("/en/signal");
  const length = await page.evaluate(() => history.length);
  const asset = page.locator("input[name=asset]");
  await asset.pressSequentially("gold", { delay: 30 });
  await page.waitForURL(/\?asset=gold$/);
  await expect
    .poll(async () => [...new Set((await names(page)).map((name) => name?.slice(0, 7)))])
    .toEqual(["XAU/USD"]);
  expect(await asset.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => history.length)).toBe(length);
  // A choice is a step back.
  await page.locator(".filter-row__choices a").first().click();
  await page.waitForURL(/asset=(?!gold)/);
  await page.goBack();
  await page.waitForURL(/asset=gold/);
  await expect.poll(() => asset.inputValue()).toBe("gold");
  expect(complaints).toEqual([]);
});

it("on a phone the other filters are behind one button with their number, and Show leads to the results", async () => {
  const { page } = await open("/en/signal", { viewport: NARROW });
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
});

it("a shared link means the same times in every time zone: its dates are in the zone of whoever created it", async () => {
  const { page: maker } = await openFiltered("/en/signal", { timezoneId: "America/New_York" });
  await maker.fill("input[name=from]", "05/11/2025");
  await maker.fill("input[name=to]", "05/12/2025");
  await maker.waitForURL(/to=.*zone=/);
  const shared = addressOf(maker);
  expect(shared).toContain("zone=America/New_York");
  expect(shared).toContain("from=2025-05-11");
  const asked: (string | null)[] = [];
  for (const options of [{ timezoneId: "Asia/Tokyo" }, { javaScriptEnabled: false }]) {
    const { page } = await open(shared, options);
    asked.push(await page.getByRole("link", { name: "Signals as CSV" }).getAttribute("href"));
    await page.locator("#found").getByText("time zone America/New_York").waitFor();
  }
  const [one] = asked;
  expect(new Set(asked).size).toBe(1);
  expect(decodeURIComponent(one ?? "")).toContain("from=2025-05-11T04:00:00.000Z");
});

it("filters keep input that is typed while the results are loading, and can be cleared at once", async () => {
  const { page } = await openFiltered("/en/signal");
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/_payload.json?asset=*", async (route) => {
    await isAnswered;
    await route.continue();
  });
  const [asset, trader] = [page.locator("input[name=asset]"), page.locator("input[name=trader]")];
  await asset.fill("EUR/USD");
  await trader.focus();
  await trader.pressSequentially("north-", { delay: 50 });
  answer();
  await page.getByRole("link", { name: "Remove filter: Asset: EUR/USD" }).waitFor();
  await trader.pressSequentially("light");
  expect(await trader.inputValue()).toBe("north-light");
  await page.selectOption("select[name=outcome]", "won");
  await page.getByText("Clear filters").click();
  await page.waitForURL(`${site.url}/en/signal`);
  // The link is gone with the filters.
  await page.locator("h1:focus").waitFor();
  expect([await asset.inputValue(), await trader.inputValue()]).toEqual(["", ""]);
});

it("filters announce their result, also if it is the same again, but not when the document loads", async () => {
  const { page } = await openFiltered("/en/signal");
  const status = page.locator(".container > output");
  expect(await status.textContent()).toBe("");
  const said: string[] = [];
  await page.exposeFunction("tellSaid", (text: string) => said.push(text));
  await status.evaluate((element) => {
    const tell: unknown = Reflect.get(window, "tellSaid");
    const look = () => typeof tell === "function" && element.textContent && tell(element.textContent);
    new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true });
  });
  for (const [name, text, answer] of [
    ["asset", "zzz", /^No signals match$/],
    ["asset", "yyy", /^No signals match$/],
    ["asset", "EUR/USD", /^\d+ signals on this page$/],
    ["from", "05/11/2025", /^Published from May 11, 2025, time zone \S+: (?:\d+ signals?|No signals)/],
  ] as const) {
    const before = said.length;
    const field = page.locator(`input[name=${name}]`);
    await field.fill(text);
    await expect.poll(() => said.length).toBeGreaterThan(before);
    await expect.poll(() => said.at(-1)).toMatch(answer);
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  }
});

describe("the date field", () => {
  it("marks an invalid date until it is corrected", async () => {
    const { page, complaints } = await openFiltered("/en/signal");
    await page.fill("input[name=from]", "31/12/2026");
    await page.press("input[name=from]", "Enter");
    await page.waitForSelector("input[name=from][aria-invalid=true]:focus");
    await page.getByRole("alert").getByText("Fix the marked filters to see the list.").waitFor();
    expect(await page.locator(".field__error").textContent()).toBe("Enter a date as mm/dd/yyyy.");
    await page.fill("input[name=from]", "12/31/2025");
    await page.waitForSelector("tbody tr");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([
    ["en", "11/21/2026", "Sunday", "11/13/2026"],
    ["de", "21.11.2026", "Montag", "13.11.2026"],
  ])("is set by keyboard from a calendar in %s", async (language, typed, firstDay, chosen) => {
    const { page, complaints } = await openFiltered(`/${language}/signal`);
    await page.fill("input[name=from]", typed);
    await page.focus(".date-field__open");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".calendar__days");
    expect(await page.locator(".calendar__days th").first().getAttribute("abbr")).toBe(firstDay);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    expect(await page.locator("input[name=from]").inputValue()).toBe(chosen);
    await page.waitForURL(/from=2026-11-13/);
    expect(complaints).toEqual([]);
  });
});
