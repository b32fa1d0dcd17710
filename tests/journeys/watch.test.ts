/** Where a member starts: what is new, what is open, and whom they follow. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signInByForm } from "#tests/support/member.ts";
import { MEMBER_ID, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);
await staff.addTraders({ "north-light": "North Light", "a-stranger": "A Stranger" });

const publish = (trader: string, asset: string, entryInHours: number) =>
  staff.publish({ trader, asset }, entryInHours * 3_600);

/** The assets of a list, each with the word that marks what is new. */
function assetsOf(page: Page, list: string): Promise<string[]> {
  const rows = page.getByRole("table", { name: list }).getByRole("rowheader");
  return rows.evaluateAll((headers) =>
    headers.map((header) => header.textContent.replace(/\s*up$/, "").trim()),
  );
}

it("sign-in leads there; a newcomer follows, and later sees what is new, until the page is left, and what is open", async () => {
  const { page, complaints } = await openVisitor(browser);
  await signInByForm(page, `${site.url}/en/login`, { id: MEMBER_ID });
  await page.waitForURL(`${site.url}/en/watch`);
  await page.getByRole("heading", { name: "You do not follow anyone yet" }).waitFor();
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await links.first().textContent()).toBe("Watch");
  const follow = page.getByRole("button", { name: "Follow North Light" });
  const topOf = () =>
    follow
      .or(page.getByRole("button", { name: "Unfollow North Light" }))
      .first()
      .boundingBox();
  const before = await topOf();
  await follow.click();
  await page.getByRole("heading", { name: "Traders you follow" }).waitFor();
  expect((await topOf())?.y, "what was pressed stays in its place").toBe(before?.y);

  await page.locator('[data-live="live"]').waitFor({ state: "attached" });
  await publish("north-light", "NZD/JPY", 2);
  await publish("a-stranger", "USD/JPY", 1);
  await publish("north-light", "EUR/USD", 1);
  await page.getByRole("button", { name: "2 new signals" }).click();
  await expect.poll(() => assetsOf(page, "Open signals")).toEqual(["new EUR/USD", "new NZD/JPY"]);

  await page.click('header a[href="/en/signal"]');
  await page.waitForURL(`${site.url}/en/signal`);
  await publish("north-light", "AUD/USD", 3);
  await page.click('header a[href="/en/watch"]');
  await expect.poll(() => assetsOf(page, "New since your last visit")).toEqual(["new AUD/USD"]);
  expect(await assetsOf(page, "Open signals")).toEqual(["EUR/USD", "NZD/JPY", "new AUD/USD"]);
  expect(await assetsOf(page, "Earlier signals")).toEqual(["EUR/USD", "NZD/JPY"]);

  await page.getByRole("link", { name: "AUD/USD" }).first().click();
  await page.waitForURL("**/en/signal/*");
  await page.goBack();
  await expect.poll(() => assetsOf(page, "New since your last visit")).toEqual(["new AUD/USD"]);
  await page.reload();
  await page.getByText("No new signals from the traders you follow.").waitFor();
  expect(await assetsOf(page, "Open signals")).toEqual(["EUR/USD", "NZD/JPY", "AUD/USD"]);
  expect(complaints).toEqual([]);
});
