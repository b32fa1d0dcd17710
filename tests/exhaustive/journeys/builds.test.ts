import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startDeployableSite } from "#tests/support/deployable-site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import {
  openVisitor,
  untilHydrated,
  untilHydratedUnderClock,
  type Visitor,
  withoutWorkers,
} from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startDeployableSite);
let deployments = 0;

/** The service worker has its own way to a new build; without it the page must notice by itself. */
async function openTab(): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  await withoutWorkers(visitor.page);
  return visitor;
}

async function deployAnother(): Promise<void> {
  deployments += 1;
  await site.deploy(`build-${deployments}`);
}

function buildOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.parse(document.getElementById("boot")?.textContent ?? "{}").config.buildId);
}

async function newestBuild(): Promise<string> {
  const response = await fetch(`${site.url}/builds/latest.json?${Date.now()}`);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const { id }: { id: string } = JSON.parse(await response.text());
  return id;
}

async function filesOf(build: string): Promise<string[]> {
  const response = await fetch(`${site.url}/builds/meta/${build}.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const { files }: { files: string[] } = JSON.parse(await response.text());
  return files;
}

/** As if the visitor came back from another tab. */
function returnToTab(page: Page): Promise<void> {
  return page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
}

const TOAST = ".toast__action";

describe("a new build deployed while a tab is open", () => {
  it("keeps every file of the old build available, so that the tab gets no 404", async () => {
    const { page, complaints, leave } = await openTab();
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    const old = await buildOf(page);
    const oldFiles = await filesOf(old);
    await deployAnother();
    expect(await newestBuild()).not.toBe(old);
    const newFiles = new Set(await filesOf(await newestBuild()));
    expect(oldFiles.filter((file) => newFiles.has(file) && file.endsWith(".js"))).toEqual([]);
    for (const file of oldFiles) expect((await fetch(site.url + file)).status, file).toBe(200);
    // A page without data: what data says of the build would make the tab follow at once.
    await page.click('header a[href="/en/instruction"]');
    await page.waitForFunction(() => document.title.startsWith("Guide"));
    expect(await buildOf(page)).toBe(old);
    expect(complaints).toEqual([]);
    await leave();
  });

  it("is detected on return to the tab: a toast offers it, and the next navigation loads a document", async () => {
    const { page, leave } = await openTab();
    await page.goto(`${site.url}/de`);
    await untilHydrated(page);
    const old = await buildOf(page);
    await page.waitForLoadState("networkidle");
    await deployAnother();
    await returnToTab(page);
    await page.locator(TOAST).waitFor();
    expect(await buildOf(page)).toBe(old);
    await page.click('footer a[href="/de/about"]');
    await page.waitForURL("**/de/about");
    await untilHydrated(page);
    expect(await buildOf(page)).toBe(await newestBuild());
    await leave();
  });

  it("is detected by the build id of an API response; the toast loads it, and form input is kept", async () => {
    const { page, leave } = await openTab();
    await page.goto(`${site.url}/en/login`);
    await untilHydrated(page);
    await deployAnother();
    await page.fill('input[name="pocketoption_id"]', "NOBODY-1");
    await page.click('main button[type="submit"]');
    await page.locator(TOAST).click();
    await page.waitForFunction((build) => document.body.textContent.includes(build), await newestBuild());
    await untilHydrated(page);
    expect(await buildOf(page)).toBe(await newestBuild());
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="pocketoption_id"]')?.value === "NOBODY-1",
    );
    expect(await page.evaluate(() => sessionStorage.getItem("tidemark:form-state"))).toBeNull();
    await leave();
  });

  it("is detected by the hourly check, and no earlier", async () => {
    const { page, leave } = await openTab();
    const polls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/builds/latest.json")) polls.push(request.url());
    });
    await page.clock.install();
    await page.goto(`${site.url}/en`);
    await untilHydratedUnderClock(page);
    await page.clock.runFor(5_000);
    await page.waitForLoadState("networkidle");
    await deployAnother();
    await page.clock.fastForward(3_500_000);
    expect(polls).toEqual([]);
    await page.clock.fastForward(100_000);
    await page.locator(TOAST).waitFor();
    expect(polls).toHaveLength(1);
    expect(polls[0]).toMatch(/latest\.json\?\d{13}$/);
    await leave();
  });
});

describe("the manifest of the tab's build", () => {
  /** How often it was asked for 900 ms and 1,100 ms after the browser was idle. */
  async function manifestRequests(connection: object): Promise<readonly [number, number]> {
    const { page, leave } = await openTab();
    let count = 0;
    page.on("request", (request) => {
      if (request.url().includes("/builds/meta/")) count += 1;
    });
    await page.addInitScript(
      (value) => Object.defineProperty(navigator, "connection", { value }),
      connection,
    );
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(`${site.url}/en/terms`);
    await untilHydratedUnderClock(page);
    await page.clock.runFor(60);
    await page.waitForLoadState("networkidle");
    await page.clock.runFor(900);
    const before = count;
    await page.clock.runFor(200);
    await page.waitForLoadState("networkidle");
    await leave();
    return [before, count];
  }

  it("is prefetched after a second", async () => {
    expect(await manifestRequests({ effectiveType: "4g" })).toEqual([0, 1]);
  });
});
