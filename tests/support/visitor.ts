/** A visitor's browser window that records everything that goes wrong. */
import { HYDRATED_MARK } from "#client/app/app.tsx";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export interface Visitor {
  readonly page: Page;
  /** Console messages, uncaught errors and failed requests so far, except for those that a test expects. */
  readonly complaints: string[];
}

/**
 * Blocks service workers unless the options allow them: requests that a service worker answers bypass a test's routes and
 * counts. The window closes with its test (`keepFailures`).
 */
export async function openVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ locale: "en-US", serviceWorkers: "block", ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("blocked by Playwright")) return;
    complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return { page, complaints };
}

/** Uses the page, as a visitor who points at a control does, and resolves once the page is hydrated. */
export async function untilHydrated(page: Page): Promise<void> {
  await usePage(page);
  await untilStarted(page);
}

/** Resolves once the page is hydrated, whatever has started it. */
export async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, HYDRATED_MARK);
}

/** As `untilHydrated`, and to the last part: parts of a page are hydrated one after another. */
export async function untilWhollyHydrated(page: Page): Promise<void> {
  await untilHydrated(page);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("main :is(a, button, td)")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber")),
    ),
  );
}

/** As `untilHydrated`, for pages with a fake clock, under which user timing marks do not work. */
export async function untilHydratedUnderClock(page: Page): Promise<void> {
  await usePage(page);
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1");
    return heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactFiber"));
  });
}

/** Simulates the first sign that a control is used, which starts the application, at any scroll position. */
export async function usePage(page: Page): Promise<void> {
  await page.locator('button[name="language"]').first().dispatchEvent("focusin");
}

/** By the header's menu. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.click(".language-switch > button");
  await page.click(`button[name="language"][value="${language}"]`);
}

/** From the next page on, the browser has no service workers, so that all requests come from the page itself. */
export async function withoutWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
}

/** As `withoutWorkers`, and nothing is fetched ahead, so that a test knows who asks for what. */
export async function withoutPrefetch(page: Page): Promise<void> {
  await withoutWorkers(page);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
}

/** Leaves the component of a page's own script, once it is requested, as one that runs `statement`. */
export async function plantInPage(page: Page, name: string, statement: string): Promise<void> {
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    const response = await route.fetch();
    const planted = `function planted(){${statement}}export{planted as`;
    await route.fulfill({ response, body: (await response.text()).replace(/export\{[\w$]+ as/, planted) });
  });
}
