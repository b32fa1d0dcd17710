import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openMember } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

interface Made {
  readonly elements: HTMLElement[];
}

/** From the next page on, keeps every element of these names that a script makes. */
async function keepMade(page: Page, names: readonly string[]): Promise<void> {
  await page.addInitScript((kept) => {
    const elements: HTMLElement[] = [];
    Object.assign(window, { elements });
    const create = document.createElement.bind(document);
    document.createElement = (name: string) => {
      const element = create(name);
      if (kept.includes(name)) elements.push(element);
      return element;
    };
  }, names);
}

async function openTerms(page: Page): Promise<void> {
  await page.goto(`${site.url}/en/terms`);
  await untilHydrated(page);
}

function madeTitles(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() =>
    (window as unknown as Made).elements.map(
      ({ textContent }) => textContent?.replace(/[ –|].*/, "") ?? null,
    ),
  );
}

/** Until the page of the header's link that is called so has been warmed up twice, and so has all that came before. */
async function untilWarm(page: Page, name: string): Promise<void> {
  await expect.poll(() => madeTitles(page)).toContain(name);
  await page.locator("header").getByRole("link", { name, exact: true }).hover();
  await expect
    .poll(async () => (await madeTitles(page)).filter((title) => title === name).length)
    .toBeGreaterThan(1);
}

it("renders a page whose link is in view, and once more when it is pointed at, and nobody sees it", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  await keepMade(page, ["table", "title"]);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/")) calls.push(request.url());
  });
  await openTerms(page);
  const head = () =>
    page.$$eval("head :is(title, meta, link:not([rel=modulepreload]))", (elements) =>
      elements.map(({ outerHTML }) => outerHTML),
    );
  const before = await head();
  const tables = () =>
    page.evaluate(() =>
      (window as unknown as { elements: HTMLTableElement[] }).elements
        .filter(({ caption }) => caption?.textContent === "Signals, newest first")
        .map((table) => ({ isShown: table.isConnected, rows: table.tBodies[0]?.rows.length })),
    );
  const inVain = { isShown: false, rows: 7 };
  await expect.poll(tables).toEqual([inVain]);
  const link = page.locator('header a[href="/en/signal"]');
  await link.hover();
  await expect.poll(tables).toEqual([inVain, inVain]);
  await page.hover("h1");
  await link.hover();
  await untilWarm(page, "Traders");
  expect(await head()).toEqual(before);
  expect(calls).toEqual([]);
  await link.click();
  await page.locator("tbody tr").nth(24).waitFor();
  expect(await tables()).toEqual([inVain, inVain, { isShown: true, rows: 25 }]);
  expect(complaints).toEqual([]);
  await leave();
});

it("says nothing of a page that cannot be rendered, or not at once, until somebody comes to it", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  await keepMade(page, ["title"]);
  await page.route("**/en/signal/_payload.json", (route) => route.fulfill({ json: { answers: 5 } }));
  await page.addInitScript(() => {
    const Format = Intl.DateTimeFormat;
    Intl.DateTimeFormat = class extends Format {
      constructor(locales?: Intl.LocalesArgument, options: Intl.DateTimeFormatOptions = {}) {
        if (options.timeZoneName && !("hasFailed" in window)) {
          Object.assign(window, { hasFailed: true });
          throw new Error("Once");
        }
        super(locales, options);
      }
    } as typeof Format;
  });
  await openTerms(page);
  await expect.poll(() => madeTitles(page)).toContain("Signals");
  await page.waitForFunction(() => "hasFailed" in window);
  await untilWarm(page, "Traders");
  expect(complaints).toEqual([]);
  expect(await page.title()).toMatch(/^Terms/);
  await page.click('header a[href="/en/signal"]');
  await expect.poll(() => complaints.length).toBeGreaterThan(0);
  await leave();
});

it("leaves alone what only members see", async () => {
  const context = await openMember(browser, site);
  const page = await context.newPage();
  await keepMade(page, ["title"]);
  await openTerms(page);
  const isLoaded = page.waitForResponse("**/assets/profile-page-*");
  await page.locator('a[href="/en/profile"]').first().hover();
  await isLoaded;
  await untilWarm(page, "Traders");
  expect(await madeTitles(page)).not.toContain("Account");
  await context.close();
});
