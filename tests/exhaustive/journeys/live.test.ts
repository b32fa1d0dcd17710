/** Live updates without WebSockets. */
import { it } from "vitest";
import { inMode, openSignals, pill, rowOf } from "#tests/support/live-page.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const record = await openLiveRecord(site);
const world = { site, browser, record };

it("if WebSockets are blocked, the page polls instead, and shows a new signal after some seconds", async () => {
  const visitor = await openSignals(world, "en", ({ page }) =>
    page.context().routeWebSocket(/\/api\/live\//, (socket) => socket.close()),
  );
  const { page } = visitor;
  await inMode(page, "asking");
  await record.publish("ASKED/ONE");
  await pill(page).waitFor({ timeout: 8000 });
  await pill(page).click();
  await rowOf(page, "ASKED/ONE").waitFor();
});

it("without WebSockets and live events, the list is reloaded when its tab gets the focus", async () => {
  const visitor = await openSignals(world, "en", async ({ page }) => {
    await page.addInitScript(() => void Reflect.deleteProperty(window, "WebSocket"));
    await page.route(/\/api\/live\/events\//, (route) => route.fulfill({ status: 404, json: {} }));
  });
  const { page } = visitor;
  await inMode(page, "none");
  await record.publish("BACK/ONE");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await rowOf(page, "BACK/ONE").waitFor();
});
