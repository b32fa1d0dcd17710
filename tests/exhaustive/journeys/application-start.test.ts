import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { HYDRATED_MARK } from "#client/app/app.tsx";
import { NARROW } from "#tests/support/examine-page.ts";
import { MEMBER_ID } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, untilStarted, usePage, chooseLanguage } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

const ENTRY = "**/assets/entry.browser-*.js";
const APPLICATION = "**/assets/start-application-*.js";

/** Names of the scripts asked for from now on. */
function watchScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const name = /\/assets\/([\w.-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1];
    if (name) scripts.push(name);
  });
  return scripts;
}

function isHydrated(page: Page): Promise<boolean> {
  return page.evaluate((mark) => performance.getEntriesByName(mark).length > 0, HYDRATED_MARK);
}

/** A single move, which is all that `hover` makes, tells of no movement: Chrome knows of no place before it. */
async function movePointerOver(control: Locator): Promise<void> {
  await control.hover({ position: { x: 4, y: 4 } });
  await control.hover({ position: { x: 12, y: 8 } });
}

/** Holds the application, or another script, back until the function returned is called. */
async function holdApplication(page: Page, script = APPLICATION): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe("a public page", () => {
  it.each(["/de/about", "/es/signal"])(
    "%s is shown without the application's JavaScript, which loads when the pointer reaches a control",
    async (path) => {
      const { page } = await openVisitor(browser);
      const scripts = watchScripts(page);
      await page.goto(site.url + path, { waitUntil: "networkidle" });
      expect(scripts.filter((name) => !["entry.browser", "limits", "languages"].includes(name))).toEqual([]);
      expect(scripts).toContain("entry.browser");
      expect(await isHydrated(page)).toBe(false);
      await movePointerOver(page.locator(".language-switch > button"));
      await untilStarted(page);
      expect(scripts).toContain("start-application");
    },
  );

  it("can be scrolled and left by a link without the application, and the next page is prefetched", async () => {
    const { page, complaints } = await openVisitor(browser);
    const scripts = watchScripts(page);
    const documents: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/de/terms") documents.push(request.headers()["sec-purpose"]);
    });
    await page.goto(`${site.url}/de/about`, { waitUntil: "networkidle" });
    await page.mouse.move(300, 300);
    await page.mouse.move(320, 320);
    await page.mouse.wheel(0, 2_000);
    await page.keyboard.press("Tab");
    const link = page.locator('footer a[href="/de/terms"]');
    await link.hover();
    await expect.poll(() => documents).toEqual(["prefetch"]);
    await link.click();
    await page.waitForURL(`${site.url}/de/terms`);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => performance.getEntriesByType("navigation")[0]?.toJSON())).toMatchObject({
      deliveryType: "navigational-prefetch",
    });
    expect(scripts).not.toContain("start-application");
    // The application prefetches by itself.
    const rules = page.locator('script[type="speculationrules"]');
    expect(await rules.count()).toBe(1);
    await untilHydrated(page);
    expect(await rules.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("loads the application later if nobody uses it", async () => {
    const { page } = await openVisitor(browser);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(`${site.url}/en/signal`, { waitUntil: "networkidle" });
    const scripts = watchScripts(page);
    await page.clock.runFor(4_000);
    expect(scripts).toEqual([]);
    await page.clock.runFor(1_100);
    await expect.poll(() => scripts).toContain("start-application");
  });
});

describe("before the application has loaded", () => {
  it("links and the language switch work, and keep query and hash", async () => {
    const { page } = await openVisitor(browser);
    await holdApplication(page);
    await page.goto(`${site.url}/en/instruction?from=home#outcomes`);
    await chooseLanguage(page, "es");
    await page.waitForURL(`${site.url}/es/instruction?from=home#outcomes`);
    await page.click('footer a[href="/es/about"]');
    await page.waitForURL(`${site.url}/es/about`);
  });

  it.each([APPLICATION, ENTRY])("a submitted form waits for %s and keeps its input", async (script) => {
    const { page } = await openVisitor(browser);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "document") documents.push(`${request.method()} ${request.url()}`);
    });
    const release = await holdApplication(page, script);
    await page.goto(`${site.url}/en/login?next=%2Fen%2Fterms`, { waitUntil: "domcontentloaded" });
    await page.fill('main input[name="pocketoption_id"]', MEMBER_ID);
    await page.click('main button[type="submit"]');
    expect(await isHydrated(page)).toBe(false);
    release();
    await page.waitForURL(`${site.url}/en/terms`);
    await page.locator(".account-nav [popovertarget]").waitFor();
    expect(documents).toEqual([`GET ${site.url}/en/login?next=%2Fen%2Fterms`]);
  });

  it.each([APPLICATION, ENTRY])("a click on a button waits for %s", async (script) => {
    const { page } = await openVisitor(browser);
    const release = await holdApplication(page, script);
    await page.goto(`${site.url}/en/traders/north-light`, { waitUntil: "domcontentloaded" });
    await page.click("main button[type=button]");
    release();
    await page.getByRole("dialog").waitFor();
  });

  it.each(["menu", "search-box"])("what a button opens by itself stays open: %s", async (id) => {
    const { page } = await openVisitor(browser, { viewport: NARROW });
    const release = await holdApplication(page);
    await page.goto(`${site.url}/en/about`, { waitUntil: "domcontentloaded" });
    await page.click(`header button[popovertarget="${id}"]`);
    release();
    await untilStarted(page);
    // Presses are repeated in a task of their own.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await page.locator(`#${id}`).isVisible()).toBe(true);
  });
});

it("a click while the application takes over is handled once", async () => {
  const { page } = await openVisitor(browser);
  await page.addInitScript((mark) => {
    const clicks: Event[] = [];
    Object.assign(window, { clicks });
    window.addEventListener("click", (event) => clicks.push(event));
    const setMark = performance.mark.bind(performance);
    performance.mark = (name, options) => {
      if (name === mark) document.querySelector<HTMLElement>("main button[type=button]")?.click();
      return setMark(name, options);
    };
  }, HYDRATED_MARK);
  await page.goto(`${site.url}/en/traders/north-light`);
  await untilHydrated(page);
  await page.getByRole("dialog").waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.evaluate(() => (Reflect.get(window, "clicks") as Event[]).length)).toBe(1);
});

it.each([
  ["out", /<script>.*?<\/script>/gs, ""],
  ["from running", /<script>/g, "<script>/* another text, another hash */"],
])("the application starts if something kept the document's scripts %s", async (_how, scripts, instead) => {
  const { page, complaints } = await openVisitor(browser);
  await page.route(`${site.url}/en/terms`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replaceAll(scripts, instead) });
  });
  await page.goto(`${site.url}/en/terms`);
  expect(await page.evaluate(() => "heldPresses" in window)).toBe(false);
  await usePage(page);
  await untilHydrated(page);
  expect(complaints.filter((complaint) => !complaint.includes("Content Security Policy"))).toEqual([]);
});

it("a page stays readable if the application cannot be loaded, after one reload", async () => {
  const { page } = await openVisitor(browser);
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  await page.route(APPLICATION, (route) => route.fulfill({ status: 404, body: "Not found" }));
  await page.goto(`${site.url}/de/terms`);
  await usePage(page);
  await expect.poll(() => documents.length).toBe(2);
  await page.waitForLoadState("networkidle");
  const missed = page.waitForEvent("console", (message) =>
    message.text().includes("loading the application"),
  );
  await usePage(page);
  await missed;
  expect(documents).toEqual(["/de/terms", "/de/terms"]);
  expect(await page.locator("h1").textContent()).not.toBe("");
  await page.click('footer a[href="/de/about"]');
  await page.waitForURL(`${site.url}/de/about`);
});
