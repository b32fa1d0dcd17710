/** Visits of a site whose service worker is on, and what the worker has stored. */
import type { Browser, Page } from "playwright-core";
import { untilControlled } from "./until-controlled.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "./visitor.ts";

export async function openPage(browser: Browser, url: string): Promise<Page> {
  const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
  await page.goto(url);
  await untilHydrated(page);
  return page;
}

export function buildOf(page: Page): Promise<string> {
  return page.evaluate(() => JSON.parse(document.getElementById("boot")?.textContent ?? "{}").config.buildId);
}

export function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(`${name} ${new URL(url).pathname}`);
    }
    return paths;
  });
}

/**
 * A page with a worker, its checks for another under way, with its clock stopped. Only such a check can find the new
 * build, however long its deployment takes: not one that comes by itself, and not the browser, which looks for an update
 * some time after each navigation under a worker, so this page has none.
 */
export async function openChecking(browser: Browser, url: string): Promise<Page> {
  const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
  await page.clock.install();
  await page.addInitScript(() => {
    const container = navigator.serviceWorker;
    const register = container.register.bind(container);
    container.register = async (...given) => {
      const registration = await register(...given);
      document.documentElement.dataset["registered"] = "";
      return registration;
    };
  });
  await page.goto(url);
  await untilHydratedUnderClock(page);
  await page.locator("html[data-registered]").waitFor({ state: "attached" });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await untilControlled(page, "en");
  return page;
}
