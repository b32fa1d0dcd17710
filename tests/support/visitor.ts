/** A visitor's browser window in which nothing may go wrong unseen. */
import { HYDRATED_MARK } from "#client/app/app.tsx";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

export interface Visitor {
  readonly page: Page;
  /** Console messages, uncaught errors and failed loads so far, apart from those a test expects. */
  readonly complaints: string[];
  readonly leave: () => Promise<void>;
}

/**
 * Without a service worker unless the options allow one: once it is in charge, what a test routes or counts no longer passes the
 * test.
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
  const leave = async () => {
    // What a test still holds back is nobody's any more.
    const routed = [context, ...context.pages()];
    await Promise.all(routed.map((held) => held.unrouteAll({ behavior: "ignoreErrors" })));
    await context.close();
  };
  return { page, complaints, leave };
}

/** Uses the page, as whoever points at a control does, and resolves once React has taken over the document. */
export async function untilHydrated(page: Page): Promise<void> {
  await usePage(page);
  await untilStarted(page);
}

/** Resolves once React has taken over the document, for whatever reason. */
export async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, HYDRATED_MARK);
}

/** The same where the page's clock is the test's: its marks stand still with it. */
export async function untilHydratedUnderClock(page: Page): Promise<void> {
  await usePage(page);
  await page.waitForFunction(() => {
    const heading = document.querySelector("h1");
    return heading !== null && Object.keys(heading).some((key) => key.startsWith("__reactFiber"));
  });
}

/** The first sign that a control is used, which starts the application, wherever the page is scrolled to. */
export async function usePage(page: Page): Promise<void> {
  await page.locator('button[name="language"]').first().dispatchEvent("focusin");
}

/** From the next page on, the browser has no service workers; then only the page itself decides what it asks for. */
export async function withoutWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
}
