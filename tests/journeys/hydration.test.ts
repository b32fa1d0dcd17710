import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { pageHref } from "#shared/routes.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, untilStarted } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

it.each(LANGUAGES)("a visitor of the site in %s fetches texts of no other language", async (language) => {
  const visitor = await openVisitor(browser);
  const bodies: Promise<string>[] = [];
  visitor.page.on("response", (response) => {
    if (response.url().includes("/assets/")) bodies.push(response.text().catch(() => ""));
  });
  await visitor.page.goto(site.url + pageHref(language, "home"));
  await untilHydrated(visitor.page);
  await visitor.page.click(`a[href="${pageHref(language, "terms")}"]`);
  await visitor.page.waitForURL(`**${pageHref(language, "terms")}`);
  const scripts = (await Promise.all(bodies)).join("\n");
  for (const other of LANGUAGES) {
    const { default: texts } = await import(`../../shared/locales/${other}/common.json`);
    expect(scripts.includes(texts.skipToContent), other).toBe(other === language);
  }
  await visitor.leave();
});

it.each(["/de/no-such-page", "/de/%0d%0a"])("the 404 page at %s hydrates as it was sent", async (path) => {
  const visitor = await openVisitor(browser);
  const response = await visitor.page.goto(site.url + path);
  // As another tab does that stores something: the page without the frame has no control to use.
  await visitor.page.evaluate(() => dispatchEvent(new StorageEvent("storage")));
  await untilStarted(visitor.page);
  const page = visitor.page.locator(".error-page");
  expect(await page.locator("h1").textContent()).toBe("Seite nicht gefunden");
  const html = await page.evaluate((element) => element.innerHTML);
  expect((await response?.text())?.includes(html)).toBe(true);
  // That the document itself was answered 404 is the one thing to be told.
  expect(visitor.complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
  await visitor.leave();
});

it("navigates between pages without loading a document", async () => {
  const visitor = await openVisitor(browser);
  await visitor.page.goto(`${site.url}/de`);
  await untilHydrated(visitor.page);
  let documents = 0;
  visitor.page.on("request", (request) => {
    if (request.resourceType() === "document") documents += 1;
  });
  await visitor.page.click('header a[href="/de/about"]');
  await visitor.page.waitForURL("**/de/about");
  await visitor.page.waitForFunction(() => document.title.startsWith("Über uns"));
  await visitor.page.goBack();
  await visitor.page.waitForURL("**/de");
  expect(documents).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

it("shows the 404 page for an unknown address, and leaves it again", async () => {
  const visitor = await openVisitor(browser);
  await visitor.page.goto(`${site.url}/fr/nulle-part`);
  await untilHydrated(visitor.page);
  expect(await visitor.page.locator("main").textContent()).toContain("/fr/nulle-part");
  expect(await visitor.page.title()).toMatch(/^404 – /);
  await visitor.page.click('main a[href="/fr"]');
  await visitor.page.waitForURL("**/fr");
  await visitor.page.waitForFunction(() => !document.title.startsWith("404"));
  // The browser itself reports the document's status.
  expect(visitor.complaints.filter((line) => !line.includes("status of 404"))).toEqual([]);
  await visitor.leave();
});
