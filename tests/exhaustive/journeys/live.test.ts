/** Live updates on the home page, after many missed events, and without WebSockets. */
import { expect, it } from "vitest";
import { LIVE_BACKLOG_LIMIT } from "#shared/contracts/live.ts";
import { goOffline, inMode, openSignals, rowOf, showButton } from "#tests/support/live-page.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const record = await openLiveRecord(site);
const world = { site, browser, record };

it("the home page holds new signals back as the list does", async () => {
  const visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(`${site.url}/fr`);
  await inMode(page, "live");
  await record.publish("FIFTH/ONE");
  await showButton(page).waitFor();
  expect(await rowOf(page, "FIFTH/ONE").count()).toBe(0);
  await showButton(page).click();
  await rowOf(page, "FIFTH/ONE").waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

it("a page that missed too many events counts the new signals and updates its rows", async () => {
  const tryId = Date.now() % 100_000;
  const [shown, flood] = [`SHOWN/${tryId}`, `FLOOD/${tryId}`];
  const signal = await record.publish(shown);
  const visitor = await openSignals(world, "en");
  const { page } = visitor;
  await inMode(page, "live");
  await goOffline(page);
  await record.settle(signal, "draw");
  for (let count = 0; count < LIVE_BACKLOG_LIMIT; count += 1) await record.publish(flood);
  await page.context().setOffline(false);
  await page.getByText(/Show \d+ new signals/).waitFor();
  await rowOf(page, shown).filter({ hasText: "draw" }).waitFor();
  expect(await rowOf(page, flood).count()).toBe(0);
  await showButton(page).click();
  await rowOf(page, flood).first().waitFor();
  await visitor.leave();
});
it("if WebSockets are blocked, the page polls instead, and shows a new signal after some seconds", async () => {
  const visitor = await openSignals(world, "en", ({ page }) =>
    page.context().routeWebSocket(/\/api\/live\//, (socket) => socket.close()),
  );
  const { page } = visitor;
  await page.locator('.live-line[data-mode="asking"]').waitFor({ timeout: 20_000 });
  await record.publish("ASKED/ONE");
  await showButton(page).waitFor({ timeout: 8000 });
  await showButton(page).click();
  await rowOf(page, "ASKED/ONE").waitFor();
  await visitor.leave();
});

it("without WebSockets and live events, the list is reloaded when its tab gets the focus", async () => {
  const visitor = await openSignals(world, "en", async ({ page }) => {
    await page.addInitScript(() => void Reflect.deleteProperty(window, "WebSocket"));
    await page.route(/\/api\/live\/events\//, (route) => route.fulfill({ status: 404, json: {} }));
  });
  const { page } = visitor;
  await page.locator('.live-line[data-mode="none"]').waitFor({ state: "attached", timeout: 20_000 });
  await record.publish("BACK/ONE");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await rowOf(page, "BACK/ONE").waitFor();
  await visitor.leave();
});
