/** A site whose backend supports sign-in only, in a browser. */
import { expect, it } from "vitest";
import texts from "#shared/locales/es/common.json" with { type: "json" };
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/routes.ts";
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
  const { page, leave } = await openVisitor(browser);
  const askedByBrowser: string[] = [];
  page.on("request", (request) => askedByBrowser.push(new URL(request.url()).pathname));
  await page.goto(`${site.url}/en/login?next=/en/profile`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', "PO-1001");
  await page.click('main button[type="submit"]');
  await page.waitForURL("**/en/profile");
  await page.getByText("PO-1001").waitFor();
  expect(await page.locator("main form, main button").count()).toBe(0);

  expect(await page.locator(".view-nav").count()).toBe(0);
  expect(await page.locator("header nav a").allTextContents()).toEqual(["About"]);

  // By an address that somebody has kept.
  await page.goto(`${site.url}/en/signal`);
  await untilHydrated(page);
  await page.getByText(NOT_OFFERED).first().waitFor();
  expect(await page.locator("main form, main button").count()).toBe(0);
  expect(askedByBrowser.filter((path) => /^\/api\/(?:signals|profile|vitals)\//.test(path))).toEqual([]);
  await leave();
});

it("a visitor sees no error on any page, and no broken link", async () => {
  const language = "es";
  const { page, complaints, leave } = await openVisitor(browser);
  const pages = PAGES.filter((name) => !PAGES_BEHIND_SIGN_IN.has(name));
  const targets = new Set<string>();
  for (const name of pages) {
    const response = await page.goto(site.url + pageHref(language, name));
    await untilHydrated(page);
    expect(response?.status(), name).toBe(200);
    expect(await page.getByText(texts.states.failed).count(), name).toBe(0);
    expect(await page.locator("[role=alert]:visible").count(), name).toBe(0);
    if (name === "privacy-policy") expect(await page.locator("#ledger").count()).toBe(0);
    if (name === "login") expect(await page.locator("main li").count()).toBe(1);
    const links = await page
      .locator(`a[href^="/${language}"]`)
      .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    for (const href of links) targets.add(href.replace(/#.*/, ""));
  }
  for (const href of targets) {
    const answer = await fetch(site.url + href);
    const isOffered = answer.headers.get("X-Robots-Tag") === null || href.includes("/login");
    expect([href, answer.status, isOffered]).toEqual([href, 200, true]);
  }
  expect(complaints).toEqual([]);
  await leave();
});
