/** A site whose backend supports sign-in only, in a browser. */
import { expect, it } from "vitest";
import { startDjango } from "#tests/support/django-double.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const NOT_OFFERED = "This site does not offer this.";

const { site, browser } = await openSiteAndBrowser(async () => {
  const django = await startDjango([{ pocketoptionId: "PO-1001", passcode: null }]);
  const started = await startSite({ apiBaseUrl: django.url });
  const close = async () => {
    await started.close();
    await django.close();
  };
  return { ...started, django, close };
});

it("a member sees only what the backend supports, and nothing else is requested", async () => {
  const { page } = await openVisitor(browser);
  const askedByBrowser: string[] = [];
  page.on("request", (request) => askedByBrowser.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/en/login`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', "PO-1001");
  await page.click('main button[type="submit"]');
  await page.waitForURL("**/en/profile");
  await page.locator("main").getByText("PO-1001").waitFor();
  expect(await page.locator("main form, main button").count()).toBe(0);

  expect(await page.locator(".view-nav").count()).toBe(0);
  expect(await page.locator("header nav a").count()).toBe(0);

  await page.goto(`${site.url}/en/admin`);
  await page.getByRole("heading", { name: NOT_OFFERED }).waitFor();

  // By an address that somebody has kept.
  await page.goto(`${site.url}/en/signal`);
  await untilHydrated(page);
  await page.getByText(NOT_OFFERED).first().waitFor();
  expect(await page.locator("main form, main button").count()).toBe(0);
  expect(askedByBrowser.filter((path) => /^\/api\/(?:signals|profile|vitals)\//.test(path))).toEqual([]);
});
