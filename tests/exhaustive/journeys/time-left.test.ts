/** When a signal enters or ends, in the visitor's language; it moves nothing when it appears. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { NARROW } from "#tests/support/examine-page.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";

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

it.each([
  [0, /^offen Einstieg in unter 1\sMin\.$/],
  [90_000, /^offen noch 39\sMin\.$/],
])(
  "a list says %i ms after publication when a signal enters or ends, before it is painted, not on paper",
  async (laterMs, words) => {
    const id = await publish();
    const visitor = await openVisitor(browser, { viewport: NARROW });
    const { page } = visitor;
    if (laterMs > 0) await page.clock.setFixedTime(Date.now() + laterMs);
    await page.addInitScript(watchLayoutShifts);
    await page.goto(`${site.url}/de/signal`);
    const badge = page.locator(`tr:has(a[href$="${id}"]) .badge--open`);
    expect(await badge.textContent()).toMatch(words);
    await (laterMs > 0 ? untilHydratedUnderClock(page) : untilHydrated(page));
    expect(await badge.textContent()).toMatch(words);
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    await page.emulateMedia({ media: "print" });
    expect(await badge.innerText()).toBe("offen");
    await visitor.leave();
  },
);
