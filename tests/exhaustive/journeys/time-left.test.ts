/** How long a signal still runs, in the visitor's language; it moves nothing when it appears. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { NARROW } from "#tests/support/examine-page.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

async function publish(): Promise<string> {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const answer = await callApi(site.url, staff, "POST", "/api/admin/signals/", {
    trader: "north-light",
    asset: "EUR/USD",
    direction: "up",
    payout: 0.85,
    entry_at: new Date(Date.now() + 60_000).toISOString(),
    expires_at: new Date(Date.now() + 40.9 * 60_000).toISOString(),
  });
  return v.parse(v.object({ id: v.string() }), await answer.json()).id;
}

it("a list shows how long a signal still runs, but not on paper", async () => {
  const id = await publish();
  const visitor = await openVisitor(browser, { viewport: NARROW });
  await visitor.page.addInitScript(watchLayoutShifts);
  await visitor.page.goto(`${site.url}/de/signal`);
  await untilHydrated(visitor.page);
  const badge = visitor.page.locator(`tr:has(a[href$="${id}"]) .badge--open`);
  await expect
    .poll(async () => (await badge.textContent())?.replace(" ", ""))
    .toMatch(/^offennoch (?:40|39)\sMin\.$/);
  expect(await visitor.page.evaluate(() => window.layoutShifts)).toEqual([]);
  await visitor.page.emulateMedia({ media: "print" });
  expect(await badge.innerText()).toBe("offen");
  await visitor.leave();
});
