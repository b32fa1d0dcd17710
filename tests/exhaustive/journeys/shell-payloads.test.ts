/** The data of the next page: prefetched with its code where the connection allows, and requested once. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { withoutPrefetch, withoutWorkers } from "#tests/support/visitor.ts";

const { open } = await openSiteAndBrowser();

const PAYLOAD = "/en/traders/_payload.json";
const LINK = 'header a[href="/en/traders"]';

async function openAbout(before: (page: Page) => Promise<void>) {
  const { page } = await open("/en/about", { before });
  const urls: string[] = [];
  page.on("request", (request) => urls.push(`${request.resourceType()} ${request.url()}`));
  await page.waitForLoadState("networkidle");
  return { page, requests: (part: string) => urls.filter((url) => url.includes(part)).length };
}

it("the data of a page is not prefetched if the browser saves data, and is then loaded with one request and no document", async () => {
  const { page, requests } = await openAbout(withoutPrefetch);
  await page.hover(LINK);
  await page.focus(LINK);
  await page.waitForLoadState("networkidle");
  expect(requests("_payload.json")).toBe(0);
  expect(requests("/assets/traders-page-")).toBe(0);
  await page.click(LINK);
  await page.waitForFunction(() => document.title.startsWith("Ranking"));
  expect([requests(PAYLOAD), requests("document ")]).toEqual([1, 0]);
});

it("the data of a page is prefetched together with the code on hover", async () => {
  const { page, requests } = await openAbout(withoutWorkers);
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
  await page.waitForFunction(() => document.title.startsWith("Ranking"));
  expect([requests(PAYLOAD), requests("document ")]).toEqual([1, 0]);
});
