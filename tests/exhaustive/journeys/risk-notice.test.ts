/** The risk notice takes one line, and is whole where one signs up. */
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
const phone = { viewport: { width: 390, height: 844 } };
/** The last words of the text. */
const END = /verlinkt keinen Broker/;

it("the risk notice is one line, whole for screen readers, and opens in place", async () => {
  const { page } = await openVisitor(browser, phone);
  await page.goto(`${site.url}/de/signal`);
  const notice = page.locator(".risk-notice");
  const height = async () => (await notice.boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(38);
  expect(await notice.ariaSnapshot()).toMatch(END);
  await notice.getByRole("button").click();
  await expect.poll(height).toBeGreaterThan(60);
  expect(await notice.getByRole("button").getAttribute("aria-expanded")).toBe("true");
});

it.each([
  ["/de/login", true],
  ["/de/signal", false],
])("the risk notice on %s, with script: %s, is whole and has no button", async (path, javaScriptEnabled) => {
  const { page } = await openVisitor(browser, { ...phone, javaScriptEnabled });
  await page.goto(site.url + path);
  expect((await page.locator(".risk-notice__rest").boundingBox())?.height).toBeGreaterThan(60);
  expect(await page.locator(".risk-notice button:visible").count()).toBe(0);
});
