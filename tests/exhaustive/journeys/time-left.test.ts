/** When a signal enters or ends, in the visitor's language; it moves nothing when it appears. */
import { expect, it } from "vitest";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { findLosses, NARROW } from "#tests/support/examine-page.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

it.each([
  [0, /^offen Einstieg in unter 1\sMin\.$/],
  [90_000, /^offen noch 39\sMin\.$/],
])(
  "a list says %i ms after publication when a signal enters or ends, before it is painted, not on paper",
  async (laterMs, words) => {
    const { id } = await (await staffOf(site.url)).publish({}, 60, 40.9 * 60);
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
  },
);

it.each(LANGUAGES)("the page of a signal that is about to enter fits a phone: %s", async (language) => {
  const staff = await staffOf(site.url);
  const { page } = await openVisitor(browser, { viewport: NARROW });
  for (const seconds of [30, 90]) {
    const { id } = await staff.publish({}, seconds);
    await page.goto(`${site.url}/${language}/signal/${id}`);
    await untilHydrated(page);
    await expect.poll(() => page.locator(".signal-state .open-time").innerText()).not.toBe("");
    expect(await findLosses(page)).toEqual([]);
  }
});
