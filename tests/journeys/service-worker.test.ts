/** The service worker: pages that were read open offline, and a new build is found within 20 seconds. */
import { expect, it } from "vitest";
import { startDeployableSite } from "#tests/support/deployable-site.ts";
import { buildOf, cachedPaths, openChecking, openPage } from "#tests/support/service-worker-visit.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilControlled } from "#tests/support/until-controlled.ts";
import { untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startDeployableSite);

it("pages that were visited still open offline, and work", async () => {
  const page = await openPage(browser, site.url + "/de/terms");
  await untilControlled(page, "de");
  await page.click('header a[href="/de/traders"]');
  const read = ["tidemark-pages /de/terms", "tidemark-pages /de/traders"];
  await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(read));
  await page.context().setOffline(true);
  expect((await page.goto(`${site.url}/de/traders`))?.status()).toBe(200);
  await page.goto(`${site.url}/de/terms`);
  await untilHydrated(page);
  await page.click('header a[href="/de/instruction"]');
  await page.waitForFunction(() => document.title.startsWith("Lesehilfe"));
});

it("an update is found within 20 s in a visible tab, reloads it once and deletes old caches", async () => {
  const page = await openChecking(browser, site.url + "/en");
  await page.evaluate(async () => {
    await (await caches.open("something-old")).put("/x", new Response(""));
    await (await caches.open("tidemark-assets")).put("/assets/old-1.js", new Response(""));
  });
  const old = await buildOf(page);
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.waitForLoadState("networkidle");
  await site.deploy("update-1");
  expect(documents).toBe(0);
  await page.clock.fastForward(20_000);
  await expect.poll(() => buildOf(page).catch(() => old), { timeout: 20_000 }).not.toBe(old);
  await untilControlled(page, "en");
  expect(documents).toBe(1);
  const paths = await cachedPaths(page);
  expect(paths.filter((path) => /something-old|old-1/.test(path))).toEqual([]);
  await untilHydratedUnderClock(page);
  await page.clock.fastForward(60_000);
  await page.waitForLoadState("networkidle");
  expect(documents).toBe(1);
});
