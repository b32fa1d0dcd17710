/** The search in the header: by pointer, by keyboard, without script. */
import { expect, it } from "vitest";
import { findByAxe, findLosses, NARROW } from "#tests/support/examine-page.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, open } = await openSiteAndBrowser();
const first = "SELECT id FROM signals WHERE outcome <> 'open' ORDER BY published_seq DESC LIMIT 1";
const signalId = (await site.db.prepare(first).first<string>("id")) ?? "";

it("the search opens by keyboard on any page, finds traders and assets without loading a document, and says how many", async () => {
  const { page, complaints } = await open("/en/about");
  await page.evaluate(() => Reflect.set(window, "isSameDocument", true));
  await page.getByRole("button", { name: "Search", exact: true }).focus();
  await page.keyboard.press("Enter");
  const box = page.locator("header input[name=q]");
  await expect.poll(() => box.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await findByAxe(page)).toEqual([]);
  await page.keyboard.type("light");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${site.url}/en/search?q=light`);
  await page.locator("main").getByRole("link", { name: "North Light" }).waitFor();
  expect(await box.isVisible()).toBe(false);
  expect(await page.evaluate(() => Reflect.get(window, "isSameDocument"))).toBe(true);
  await page.locator("main input[name=q]").fill("eur");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("main output").first().textContent()).toMatch(/^\d+ results?$/);
  await page.locator("main").getByRole("link", { name: "EUR/USD", exact: true }).click();
  await page.waitForURL(`${site.url}/en/signal?asset=EUR%2FUSD`);
  expect(complaints).toEqual([]);
});

it.each([true, false])("a signal is found by its id on a phone, script: %s", async (javaScriptEnabled) => {
  const { page } = await open("/de", { javaScriptEnabled, viewport: NARROW });
  await page.getByRole("button", { name: "Suchen", exact: true }).first().click();
  await page.locator("header input[name=q]").fill(signalId);
  await page.locator("header input[name=q]").press("Enter");
  await page.waitForURL(/\/de\/search\?q=/);
  await page.locator(`main a[href="/de/signal/${signalId}"]`).click();
  await page.waitForURL(`${site.url}/de/signal/${signalId}`);
});

it("the search says that nothing was found or a text is too long", async () => {
  const { page } = await open("/de/search?q=nobody-at-all", { viewport: NARROW });
  await page.locator("main .empty").getByText("nobody-at-all").waitFor();
  expect(await findByAxe(page)).toEqual([]);
  expect(await findLosses(page)).toEqual([]);
  expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");
  await page.locator("main .empty").getByRole("link", { name: "Rangliste" }).waitFor();
  await page.locator("main .empty").getByRole("link", { name: "Alle Signale" }).click();
  await page.waitForURL(`${site.url}/de/signal`);
  await page.goto(`${site.url}/de/search?q=${"x".repeat(81)}`);
  await page.locator("main .field__error").waitFor();
});
