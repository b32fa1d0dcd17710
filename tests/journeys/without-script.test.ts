/** A visitor without JavaScript goes from page to page, filters a list and changes the language. */
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, chooseLanguage } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

it("without JavaScript, links, filters and the language switch lead through the record", async () => {
  const { page, complaints } = await openVisitor(browser, { javaScriptEnabled: false });
  await page.goto(`${site.url}/en`);
  await page.click('header a[href="/en/signal"]');
  // Nothing keeps it up to date.
  expect(await page.getByText("Live", { exact: true }).count()).toBe(0);
  await page.fill("input[name=asset]", "eur");
  await page.click("summary:text('Filters')");
  await page.fill("input[name=trader]", "north-light");
  await page.selectOption("select[name=outcome]", "lost");
  await page.click("details button[type=submit]");
  await page.waitForURL(/outcome=lost/);
  const traders = await page.locator("tbody tr td:nth-child(2)").allTextContents();
  expect(new Set(traders)).toEqual(new Set(["North Light"]));
  const choice = page.locator(".filter-row__choices a").first();
  const asset = (await choice.textContent()) ?? "";
  await choice.click();
  await page.waitForURL(/outcome=lost&asset=/);
  await page.click(`a[aria-label='Remove filter: Asset: ${asset}']`);
  await page.waitForURL(/outcome=lost$/);
  await chooseLanguage(page, "fr");
  await page.waitForURL(/\/fr\/signal\?.*outcome=lost/);
  expect(await page.getAttribute("html", "lang")).toBe("fr-FR");
  await page.locator("tbody a[href^='/fr/signal/']").first().click();
  await page.waitForURL(/\/fr\/signal\/[\w-]+$/);
  await page.locator("main a[href='/fr/traders/north-light']").first().click();
  expect(await page.locator("h1").textContent()).toContain("North Light");
  expect(complaints).toEqual([]);
});
