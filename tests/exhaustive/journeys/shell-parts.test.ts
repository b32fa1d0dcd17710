import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, usePage, type Visitor, withoutWorkers } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

const REASON = "A part of this page could not be loaded.";

/** Without prefetching, so that the part is first asked for when it is needed, and without a worker that has it. */
async function openTab(): Promise<Visitor & { readonly documents: string[] }> {
  const visitor = await openVisitor(browser);
  await withoutWorkers(visitor.page);
  const documents: string[] = [];
  visitor.page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  await visitor.page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  return { ...visitor, documents };
}

async function deletePart(page: Page, name: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.fulfill({ status: 404, body: "Not found" }));
}

/** A document that has just been loaded gets its application, and so the failure, when it is used. */
async function untilReason(page: Page): Promise<void> {
  const look = async () => {
    await usePage(page);
    return page.getByText(REASON).isVisible();
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
}

describe("a page whose code chunk is missing", () => {
  it("is loaded as a document once, then shows the error page with the reason, and recovers", async () => {
    const { page, documents, leave } = await openTab();
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    await deletePart(page, "about-page");
    await page.click('footer a[href="/en/about"]');
    await untilReason(page);
    expect(documents).toEqual(["/en/terms", "/en/about"]);
    expect(new URL(page.url()).pathname).toBe("/en/about");
    await page.unroute("**/assets/about-page-*.js");
    await page.locator(".error-page .actions a").first().click();
    await page.waitForFunction(() => document.title.startsWith("About"));
    await untilHydrated(page);
    await leave();
  });
});

describe("a code chunk that is missing outside a navigation", () => {
  /** What the bundler does where a lazy part cannot be loaded. */
  function failLazyPart(page: Page): Promise<void> {
    return page.evaluate(() => {
      const payload = new TypeError("Failed to fetch dynamically imported module");
      window.dispatchEvent(Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload }));
    });
  }

  it("reloads the page with its form input, and shows an error the second time", async () => {
    const { page, documents, leave } = await openTab();
    await page.goto(`${site.url}/en/login`);
    await untilHydrated(page);
    await page.fill('input[name="pocketoption_id"]', "DEMO-1001");
    const reloaded = page.waitForEvent("load");
    await failLazyPart(page);
    await reloaded;
    await untilHydrated(page);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="pocketoption_id"]')?.value === "DEMO-1001",
    );
    await failLazyPart(page);
    await page.locator(".toast--error").getByText(REASON).waitFor();
    expect(documents).toHaveLength(2);
    await leave();
  });
});
