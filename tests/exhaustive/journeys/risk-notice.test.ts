/** The risk notice takes one line on a phone, and is complete on pages where people decide whether to follow somebody. */
import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
const phone = { viewport: { width: 390, height: 844 } };

/** Whether all of the text can be seen. */
const isWhole = (text: Locator) =>
  text.evaluate((element) => element.scrollWidth <= element.clientWidth && element.clientHeight > 60);

it("the risk notice is one line on the list of signals, and whole after a click on its button", async () => {
  const { page, leave } = await openVisitor(browser, phone);
  await page.goto(`${site.url}/de/signal`);
  const notice = page.locator(".risk-notice");
  expect((await notice.boundingBox())?.height).toBeLessThan(48);
  expect(await isWhole(notice.locator("p"))).toBe(false);
  await notice.getByRole("button").click();
  await expect.poll(() => isWhole(notice.locator("p"))).toBe(true);
  expect(await notice.getByRole("button").getAttribute("aria-expanded")).toBe("true");
  await leave();
});

it.each(["/en", "/en/login", "/en/traders/north-light"])("the risk notice on %s is whole", async (path) => {
  const { page, leave } = await openVisitor(browser, phone);
  await page.goto(`${site.url}${path}`);
  expect(await isWhole(page.locator(".risk-notice p"))).toBe(true);
  await leave();
});

it("the risk notice on the list of signals is whole without JavaScript, and has no button", async () => {
  const { page, leave } = await openVisitor(browser, { ...phone, javaScriptEnabled: false });
  await page.goto(`${site.url}/en/signal`);
  expect(await isWhole(page.locator(".risk-notice p"))).toBe(true);
  expect(await page.locator(".risk-notice button").isVisible()).toBe(false);
  await leave();
});
