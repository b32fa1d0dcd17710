import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const END_MS = Date.UTC(2026, 10, 21, 12);

const { site, browser } = await openSiteAndBrowser(startSite);

beforeAll(() => seedRecord(site.db, { signals: 400, endMs: END_MS }));

async function open(path: string, visitor: Visitor): Promise<void> {
  await visitor.page.goto(site.url + path);
  await untilHydrated(visitor.page);
}

const openFilters = (page: Page) => page.locator(".filter-box > summary").click();

describe("the pages of the record", () => {
  it("have the same title after a client navigation as in their document", async () => {
    const { page, leave } = await openVisitor(browser);
    await page.goto(`${site.url}/en/traders`);
    await untilHydrated(page);
    await page.locator('main a[href="/en/traders/north-light"]').click();
    await page.waitForURL("**/traders/north-light");
    const head = () =>
      page.evaluate(() => [
        document.title,
        document.querySelector<HTMLMetaElement>('[property="og:title"]')?.content,
      ]);
    const title = "North Light – Ranking | Tidemark";
    await expect.poll(head).toEqual([title, title]);
    await page.reload();
    expect(await head()).toEqual([title, title]);
    await page.locator('main a[href^="/en/signal/"]').first().click();
    await page.waitForURL("**/en/signal/*");
    await page.waitForFunction(() =>
      /(?:up|down), North Light, \w{3} \d+, \d{4}, .* – Signals/.test(document.title),
    );
    const called = await page.title();
    await expect.poll(head).toEqual([called, called]);
    await page.reload();
    expect(await head()).toEqual([called, called]);
    await leave();
  });

  it("say that they are live only once they are, so not without JavaScript", async () => {
    const mode = (page: Page) => page.getByText("Live", { exact: true });
    const plain = await openVisitor(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${site.url}/en/signal`);
    expect(await mode(plain.page).count()).toBe(0);
    const visitor = await openVisitor(browser);
    await open("/en/signal", visitor);
    await mode(visitor.page).waitFor();
    await Promise.all([plain.leave(), visitor.leave()]);
  });
});

describe("the filters", () => {
  it("narrow the list and can be cleared", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open("/en/signal", visitor);
    await openFilters(page);
    await page.fill("input[name=trader]", "north-light");
    await page.selectOption("select[name=outcome]", "lost");
    await page.fill("input[name=from]", "01/01/2026");
    await page.waitForURL(/outcome=lost.*from=2026-01-01/);
    await page.waitForFunction(() => !document.querySelector("tbody")?.textContent?.match(/won|draw|open/));
    expect(await page.locator("input[name=trader]").inputValue()).toBe("north-light");
    const traders = await page.locator("tbody tr td:nth-child(2)").allTextContents();
    expect(traders.length).toBeGreaterThan(0);
    expect(new Set(traders)).toEqual(new Set(["North Light"]));
    await page.click("text=Clear filters");
    await page.waitForURL(`${site.url}/en/signal`);
    // The link is gone with the filters.
    await page.locator("h1:focus").waitFor();
    await expect.poll(() => page.inputValue("input[name=trader]")).toBe("");
    expect(await page.locator("select[name=outcome]").inputValue()).toBe("");
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it("keep input that is typed while the results are loading", async () => {
    const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
    await page.goto(`${site.url}/en/signal`);
    await untilHydrated(page);
    await openFilters(page);
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
    const set = page.getByRole("link", { name: "Remove filter: Trader: north-light" });
    await set.click();
    await set.waitFor({ state: "detached" });
    expect(await trader.inputValue()).toBe("");
    await leave();
  });

  it("mark an invalid date, also after a client navigation", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open("/en/signal", visitor);
    await openFilters(page);
    await page.fill("input[name=from]", "31/12/2026");
    await page.press("input[name=from]", "Enter");
    await page.waitForSelector("input[name=from][aria-invalid=true]:focus");
    await page.getByRole("alert").getByText("Fix the marked filters to see the list.").waitFor();
    expect(await page.locator(".field__error").textContent()).toBe("Enter a date as mm/dd/yyyy.");
    await page.fill("input[name=from]", "12/31/2025");
    await page.waitForSelector("tbody tr");
    expect(await page.locator("[aria-invalid=true]").count()).toBe(0);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it("announce their result, also if it is the same again, but not when the document loads", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open("/en/signal", visitor);
    const status = page.locator(".container > output");
    expect(await status.textContent()).toBe("");
    const region = await status.elementHandle();
    const said: string[] = [];
    await page.exposeFunction("tellSaid", (text: string) => said.push(text));
    await page.evaluate((element) => {
      if (!element) throw new Error("There is no region");
      const tell: unknown = Reflect.get(window, "tellSaid");
      const look = () => typeof tell === "function" && element.textContent && tell(element.textContent);
      new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true });
    }, region);
    const asset = page.locator("input[name=asset]");
    for (const [text, answer] of [
      ["zzz", "No signals match"],
      ["yyy", "No signals match"],
      ["EUR/USD", /^\d+ signals on this page$/],
    ] as const) {
      const before = said.length;
      await asset.fill(text);
      await expect.poll(() => said.length).toBeGreaterThan(before);
      expect(said.at(-1)).toEqual(expect.stringMatching(answer));
      expect(await asset.evaluate((input) => input === document.activeElement)).toBe(true);
    }
    await openFilters(page);
    await page.fill("input[name=from]", "05/11/2025");
    await expect
      .poll(() => said.at(-1))
      .toMatch(
        /^Published from May 11, 2025, time zone \S+: (?:\d+ signals? on this page|No signals match)$/,
      );
    await visitor.leave();
  });

  it.each([
    ["en", "11/21/2026", "Sunday", "11/13/2026"],
    ["de", "21.11.2026", "Montag", "13.11.2026"],
  ])("set a date by keyboard from a calendar in %s", async (language, typed, firstDay, chosen) => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await open(`/${language}/signal`, visitor);
    await openFilters(page);
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
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

it("the ranking announces its sort column and direction", async () => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await open("/en/traders", visitor);
  const status = page.locator(".container > output");
  expect(await status.textContent()).toBe("");
  const net = page.getByRole("link", { name: "Net", exact: true });
  for (const way of ["descending", "ascending"]) {
    await net.press("Enter");
    await expect.poll(() => status.textContent()).toBe(`Sorted by Net, ${way}`);
    expect(await net.evaluate((link) => link === document.activeElement)).toBe(true);
  }
  await page.getByRole("link", { name: "95% interval", exact: true }).press("Enter");
  await expect.poll(() => status.textContent()).toBe("Sorted by 95% interval, descending");
  await visitor.leave();
});
