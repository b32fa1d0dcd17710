/** Pages from their first to their last control by the Tab key, on a phone's window: tests/journeys/ACCESSIBILITY.md. */
import { expect, it } from "vitest";
import { NARROW } from "#tests/support/examine-page.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";
import { walkAll } from "#tests/support/walk-by-tab.ts";

const { site, browser } = await openSiteAndBrowser();

it("visitors reach every control of the login, home and trader pages, and its focus is visible and not covered", async () => {
  const { page } = await openVisitor(browser, { viewport: NARROW });
  const urls = ["/login", "", "/traders/north-light"].map((path) => `${site.url}/en${path}`);
  expect(await walkAll(page, urls)).toEqual([]);
});
