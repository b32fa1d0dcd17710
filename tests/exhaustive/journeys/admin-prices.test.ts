/** Signals settled by prices, for staff and visitors: a real source, a real worker, real signals that expire. */
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { startPrices } from "#tests/support/price-process.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { signInStaff } from "#tests/support/staff-visit.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const LIFE_MS = 11_000;
const startMs = Date.now();

/** A quote a second, long before and after the test, that rises. */
function risingQuotes(): string {
  const seconds = Array.from({ length: 300 }, (_, at) => at);
  const quoteOf = (second: number) =>
    `${new Date(startMs + (second - 60) * 1000).toISOString()},EUR/USD,${(1.08 + second / 100_000).toFixed(5)}`;
  return `${seconds.map(quoteOf).join("\n")}\n`;
}

const source = await startPrices(risingQuotes(), "--source", "Example Prices");
afterAll(() => source.stop());
const { site, browser } = await openSiteAndBrowser(() =>
  startSite({ vars: { PRICE_SOURCE_URL: source.url, PRICE_MAX_AGE_SECONDS: "5" } }),
);

/** Publishes signals that expire soon, of one trader; gives their ids once they have expired and prices are there. */
async function publishAll(staff: string, assets: readonly string[]): Promise<string[]> {
  await callApi(site.url, staff, "POST", "/api/admin/traders/", {
    handle: "north-light",
    name: "North Light",
  });
  const entryMs = Date.now() + 1000;
  const answers = [];
  for (const asset of assets) {
    const signal = {
      trader: "north-light",
      asset,
      direction: "up",
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + LIFE_MS).toISOString(),
      payout: 0.85,
      stated_price: "1.08",
    };
    const answer = await callApi(site.url, staff, "POST", "/api/admin/signals/", signal);
    expect(answer.status).toBe(201);
    const { id }: { id: string } = await answer.json();
    answers.push(id);
  }
  await expect
    .poll(() => Date.now(), { timeout: 30_000, interval: 500 })
    .toBeGreaterThan(entryMs + LIFE_MS + 2000);
  return answers;
}

it("staff see what waits for prices without a way to settle it, and visitors see what prices decided", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const [priced = "", byHand = ""] = await publishAll(staff, ["EUR/USD", "EURUSD_otc", "GBP/USD"]);
  await signInStaff(page, `${site.url}/en/admin?view=queue`);
  const row = (name: RegExp) => page.getByRole("row", { name });
  await row(/^EUR\/USD/).waitFor();
  expect(
    await row(/^EUR\/USD/)
      .locator("button, input")
      .count(),
  ).toBe(0);

  await site.runMinuteJobs();
  await page.reload();
  const waiting = row(/^GBP\/USD.*The source’s latest quote is too old/);
  await waiting.waitFor();
  expect(await waiting.locator("button, input").count()).toBe(0);
  expect(await row(/^EUR\/USD/).count()).toBe(0);
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
  expect(await row(/^EUR\/USD/).count()).toBe(0);

  await page.goto(`${site.url}/en/signal/${priced}`);
  await page.getByText("Prices decide it, by a fixed rule").click();
  await page.getByText("Settled by the prices below").waitFor();
  await page.goto(`${site.url}/en/signal/${byHand}`);
  await page.getByText("Settled by hand: staff entered the outcome.").waitFor();
  // Chromium tells of the answer that asks for the passcode.
  expect(complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
  await leave();
});
