/** A new build deployed while a tab is open, without the service worker, which has its own way to a new build. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { startDeployableSite } from "#tests/support/deployable-site.ts";
import { buildOf } from "#tests/support/service-worker-visit.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import {
  openVisitor,
  untilHydrated,
  untilHydratedUnderClock,
  withoutWorkers,
} from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser(startDeployableSite);

const openTab = (path: string) => open(path, { before: withoutWorkers });

async function newestBuild(): Promise<string> {
  const response = await fetch(`${site.url}/builds/latest.json?${Date.now()}`);
  const { id }: { id: string } = JSON.parse(await response.text());
  return id;
}

async function filesOf(build: string): Promise<string[]> {
  const response = await fetch(`${site.url}/builds/meta/${build}.json`);
  const { files }: { files: string[] } = JSON.parse(await response.text());
  return files;
}

const toastOf = (page: Page) => page.locator(".toast__action");

it("a new build leaves a tab every file of its own, is offered on return to the tab, and is loaded by the next navigation", async () => {
  const { page, complaints } = await openTab("/en/terms");
  const old = await buildOf(page);
  const oldFiles = await filesOf(old);
  await page.waitForLoadState("networkidle");
  await site.deploy("build-1");
  const next = await newestBuild();
  expect(next).not.toBe(old);
  const newFiles = new Set(await filesOf(next));
  expect(oldFiles.filter((file) => newFiles.has(file) && file.endsWith(".js"))).toEqual([]);
  for (const file of oldFiles) expect((await fetch(site.url + file)).status, file).toBe(200);
  // A page without data: what data says of the build would make the tab follow at once.
  await page.click('header a[href="/en/instruction"]');
  await page.waitForFunction(() => document.title.startsWith("Guide"));
  expect(await buildOf(page)).toBe(old);

  // As if the visitor looked at another tab and came back.
  await page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });
  await toastOf(page).waitFor();
  expect(await buildOf(page)).toBe(old);
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL("**/en/about");
  await untilHydrated(page);
  expect(await buildOf(page)).toBe(next);
  expect(complaints).toEqual([]);
});

it("a new build is detected by the build id of an API response; the toast loads it, and form input is kept", async () => {
  const { page } = await openTab("/en/login");
  await site.deploy("build-2");
  await page.fill('input[name="pocketoption_id"]', "NOBODY-1");
  await page.click('main button[type="submit"]');
  await toastOf(page).click();
  await page.waitForFunction((build) => document.body.textContent.includes(build), await newestBuild());
  await untilHydrated(page);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('input[name="pocketoption_id"]')?.value === "NOBODY-1",
  );
  expect(await page.evaluate(() => sessionStorage.getItem("tidemark:form-state"))).toBeNull();
});

it("the manifest of the tab's build is prefetched after a second", async () => {
  const { page } = await openVisitor(browser);
  await withoutWorkers(page);
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("/builds/meta/")) count += 1;
  });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${site.url}/en/terms`);
  await untilHydratedUnderClock(page);
  await page.clock.runFor(60);
  await page.waitForLoadState("networkidle");
  await page.clock.runFor(900);
  expect(count).toBe(0);
  await page.clock.runFor(200);
  await expect.poll(() => count).toBe(1);
});
