import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, withoutWorkers } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** With the browser's own word on its connection, which here is fast, unless another is given. */
async function openAbout(connection?: object): Promise<{
  page: Page;
  requests: (part: string) => number;
  documents: () => number;
  leave: () => Promise<void>;
}> {
  const { page, leave } = await openVisitor(browser);
  await withoutWorkers(page);
  if (connection) {
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, "connection", { value }),
      connection,
    );
  }
  const urls: string[] = [];
  let documents = 0;
  await page.goto(`${site.url}/en/about`);
  page.on("request", (request) => {
    urls.push(request.url());
    if (request.isNavigationRequest()) documents += 1;
  });
  await untilHydrated(page);
  const requests = (part: string) => urls.filter((url) => url.includes(part)).length;
  return { page, requests, documents: () => documents, leave };
}

const PAYLOAD = "/en/traders/_payload.json";
const LINK = 'header a[href="/en/traders"]';

function untilThere(page: Page): Promise<unknown> {
  return page.waitForFunction(() => document.title.startsWith("Ranking"));
}

describe("the data of a page", () => {
  it("is not prefetched if the browser saves data, and is then loaded with one request and no document", async () => {
    const { page, requests, documents, leave } = await openAbout({ saveData: true });
    await page.waitForLoadState("networkidle");
    await page.hover(LINK);
    await page.focus(LINK);
    await page.waitForLoadState("networkidle");
    expect(requests("_payload.json")).toBe(0);
    expect(requests("/assets/traders-page-")).toBe(0);
    await page.click(LINK);
    await untilThere(page);
    expect(requests(PAYLOAD)).toBe(1);
    expect(documents()).toBe(0);
    await leave();
  });

  it("is prefetched together with the code on hover", async () => {
    const { page, requests, documents, leave } = await openAbout();
    await page.waitForLoadState("networkidle");
    // All of the header's links are in view.
    expect(requests("_payload.json")).toBe(0);
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/traders-page-*", async (route) => {
      await expect.poll(() => requests(PAYLOAD)).toBe(1);
      release();
      await route.continue();
    });
    await page.hover(LINK);
    await isReleased;
    await page.waitForLoadState("networkidle");
    await page.mouse.down();
    await page.mouse.up();
    await untilThere(page);
    expect(requests(PAYLOAD)).toBe(1);
    expect(documents()).toBe(0);
    await leave();
  });
});
