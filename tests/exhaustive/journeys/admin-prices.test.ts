/** Signals that prices decide, as staff see them. */
import { afterAll, expect, it } from "vitest";
import { STAFF } from "#tests/support/member.ts";
import { MINUTE_MS, startPricedRecord } from "#tests/support/priced-record.ts";
import { startPriceSource } from "#tests/support/price-source.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

/** For EUR/USD it always has a quote; for the others only one from before the test. */
const source = await startPriceSource(({ asset, atMs }) => {
  const at = new Date(asset === "EUR/USD" ? atMs : startMs - 60 * MINUTE_MS).toISOString();
  return { status: 200, body: { asset, at, price: "1.08", source: "Example Prices" } };
});
const startMs = Date.now() - 30 * MINUTE_MS;
afterAll(() => source.close());
const { site, open } = await openSiteAndBrowser(async () => {
  const record = await startPricedRecord([source], 30 * MINUTE_MS);
  for (const asset of ["EUR/USD", "EURUSD_otc", "GBP/USD"])
    await record.publish(asset.endsWith("otc") ? [] : [source], asset);
  return record.site;
});

it("staff see what waits for prices without a way to settle it, and settle and correct by hand only the rest", async () => {
  const { page, complaints } = await open("/en/admin?view=queue", { as: STAFF });
  const row = (name: RegExp) => page.getByRole("row", { name });
  const priced = row(/^EUR\/USD/);
  await priced.waitFor();
  expect(await priced.locator("button, input").count()).toBe(0);

  await site.runMinuteJobs();
  await page.reload();
  const waiting = row(/^GBP\/USD.*The source’s latest quote is too old/);
  await waiting.waitFor();
  expect(await waiting.locator("button, input").count()).toBe(0);
  expect(await priced.count()).toBe(0);
  await row(/EURUSD_otc/)
    .getByRole("button", { name: /^won/ })
    .click();
  await page.getByRole("button", { name: "Review…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Price at expiry").fill("1.08.00");
  await dialog.getByLabel("Where the prices were read").fill("The desk’s terminal");
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await dialog.getByText("at most 12 digits before and 12 after it.").first().waitFor();
  expect(await dialog.getByLabel("Price at expiry").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Price at expiry").fill("1,0800");
  await dialog.getByText("Another time of a price, or a note").click();
  await dialog.getByLabel("Note (optional)").fill("The platform’s own price");
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await page.getByText("On the record: 1 of 1").waitFor();

  await page.getByRole("link", { name: "Corrections" }).click();
  await row(/EURUSD_otc.*by hand/)
    .getByRole("button", { name: /^Correct/ })
    .waitFor();
  expect(await priced.count()).toBe(0);
  expect(complaints).toEqual([]);
});
