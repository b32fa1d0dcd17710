/** What a file of journeys shares. */
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { launchChromium } from "./chromium.ts";
import type { Site } from "./site.ts";

/**
 * One site and one Chromium for all tests of the file that calls this; both are closed after the last. `start` is `startSite`
 * or another way to start one.
 */
export async function openSiteAndBrowser<Started extends Pick<Site, "close">>(
  start: () => Promise<Started>,
): Promise<{ readonly site: Started; readonly browser: Browser }> {
  const [site, browser] = await Promise.all([start(), launchChromium()]);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });
  return { site, browser };
}
