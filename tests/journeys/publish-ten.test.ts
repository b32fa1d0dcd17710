/** Ten signals by keyboard alone, by stop-watch. */
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { findByAxe } from "#tests/support/examine-page.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { STAFF } from "#tests/support/member.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

/** A source with one asset, whose price was quoted four seconds ago whenever it is asked. */
const source = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://source.test");
  const isSeries = pathname === "/prices/series/";
  const points = [{ at: new Date(Date.parse(searchParams.get("to") ?? "") - 4000), price: "96412" }];
  response.writeHead(isSeries ? 200 : 404, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ asset: searchParams.get("asset"), points }));
});
const PRICE_SOURCE_URL = await listen(source);
afterAll(() => stop(source));

const { site, open } = await openSiteAndBrowser(() =>
  startSite({ vars: { PRICE_SOURCE_URL, PRICE_ASSETS: "BTC/USD" } }),
);
await (await staffOf(site.url)).addTraders({ swift: "Swift" });

const fieldOf = (page: Page, name: string) => page.locator(`main input[name="${name}"]`);

it("ten signals are published by keyboard alone in a minute, with five keys each once trader, asset and duration stand", async () => {
  const { page } = await open("/en/admin", { as: STAFF });
  const field = (name: string) => fieldOf(page, name);
  const focused = (what: string) =>
    expect
      .poll(() =>
        page.evaluate(
          () => document.activeElement?.getAttribute("name") ?? document.activeElement?.className,
        ),
      )
      .toBe(what);
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };

  await tabTo(field("trader"));
  await page.keyboard.type("swift");
  await press("Tab");
  await press("Space");
  await press("Tab");
  await page.keyboard.type("btcusd");
  await page.getByText(/^Settled by prices · BTC\/USD 96,412, \d sec\. ago$/).waitFor();
  // The duration by a chip, for all ten.
  const chips = page.getByRole("group", { name: "Expiry after entry" });
  await tabTo(chips.getByRole("button", { name: "5 min", exact: true }));
  await press("Enter");
  await tabTo(field("asset"), "Shift+Tab");
  const start = Date.now();
  for (let published = 0; published < 10; published += 1) {
    if (published > 0) {
      keys = 0;
      await press("Tab");
      // Neither is chosen before: Space chooses the first, an arrow the second.
      await press(published % 2 === 0 ? "Space" : "ArrowDown");
    }
    await press("Enter");
    await focused("publish-sentence");
    await page.getByRole("dialog").locator(".button--primary:enabled").waitFor();
    await press("Tab");
    await press("Enter");
    await focused("trader");
    if (published > 0) expect(keys).toBeLessThanOrEqual(5);
    expect(await page.locator(".just-published li").count()).toBe(published + 1);
  }
  expect(Date.now() - start).toBeLessThan(60_000);

  expect(await field("trader").inputValue()).toBe("swift");
  expect(await field("asset").inputValue()).toBe("BTC/USD");
  expect(await page.locator("main input:checked").count()).toBe(0);
  const { results } = await (await fetch(`${site.url}/api/signals/?trader=swift`)).json();
  const directions = results.map(({ direction }: { direction: string }) => direction);
  expect(directions).toEqual(Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? "down" : "up")));
  for (const { entry_at, expires_at, asset, is_late } of results) {
    expect(Date.parse(expires_at) - Date.parse(entry_at)).toBe(5 * 60_000);
    expect({ asset, is_late }).toEqual({ asset: "BTC/USD", is_late: false });
  }
  expect(await findByAxe(page)).toEqual([]);
  await page.locator(".just-published").getByRole("link", { name: "BTC/USD" }).first().press("Enter");
  await page.waitForURL(`${site.url}/en/signal/${results[0].id}`);
});

it("the review says who settles a signal, from when on it is late, and that a payout is unusual", async () => {
  const { page } = await open("/en/admin", { as: STAFF });
  const field = (name: string) => fieldOf(page, name);
  const dialog = page.getByRole("dialog");
  const review = async (asset: string) => {
    await field("asset").fill(asset);
    await field("asset").press("Escape");
    await field("asset").press("Enter");
    await dialog.getByText("It cannot be changed").waitFor();
  };
  await field("trader").fill("swift");
  await page.getByRole("radio", { name: "up" }).check();
  await review("BTC/USD");
  await dialog.getByText("Settled by prices").waitFor();
  // As old as a quote may be, and five seconds.
  await dialog
    .getByText(/^Published after \d\d:\d\d:55, it has less than 65 sec until entry\. It may then be late/)
    .waitFor();
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  await field("payout").fill("49");
  await review("EUR/CZK");
  await dialog.getByText("49% is unusual; platforms usually pay 50% to 100%.").waitFor();
  await dialog.getByText("Settled by hand: no source for this asset").waitFor();
  await dialog.getByText(/^Published after its entry time, \d\d:\d\d:00, it is late/).waitFor();
});
