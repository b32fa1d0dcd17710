/** What a phone shows before anybody scrolls: the first signal, and the whole risk notice where people decide. */
import { describe, expect, it } from "vitest";
import { NARROW } from "#tests/support/examine-page.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

describe.each(["de", "fr"] as const)("the first screen of a phone in %s", (language) => {
  it.each([true, false])("has the first signal of the list, with script: %s", async (javaScriptEnabled) => {
    const { page, leave } = await openVisitor(browser, { viewport: NARROW, javaScriptEnabled });
    await page.goto(`${site.url}/${language}/signal`);
    if (javaScriptEnabled) await untilHydrated(page);
    const row = await page.locator("main tbody tr").first().boundingBox();
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThanOrEqual(NARROW.height);
    await leave();
  });

  it.each(["", "/login", "/traders/north-light"])("has the whole risk notice on %s", async (path) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, leave } = await openVisitor(browser, { viewport: NARROW, javaScriptEnabled });
      await page.goto(`${site.url}/${language}${path}`);
      const text = page.locator(".risk-notice p");
      const { bottom, isCut } = await text.evaluate((node) => ({
        bottom: node.getBoundingClientRect().bottom,
        isCut: node.scrollWidth > node.clientWidth + 1,
      }));
      expect(bottom).toBeLessThanOrEqual(NARROW.height);
      expect(isCut).toBe(false);
      await leave();
    }
  });
});
