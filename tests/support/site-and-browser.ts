/** Shared by journeys: one Chromium and one site with a record for each worker process of the test run. */
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { launchChromium } from "./chromium.ts";
import { keepFailures } from "./failures.ts";
import { startSite, type Site } from "./site.ts";

const SHARED_SIGNALS = 400;

let sharedBrowser: Promise<Browser> | undefined;
let sharedSite: Promise<Site> | undefined;

/**
 * A browser, and the site that all files of this worker process use in turn. A test may change only what belongs to itself: a
 * browser context, an account (`addMember`), a trader (`openLiveRecord`).
 */
export async function openSiteAndBrowser(): Promise<{ readonly site: Site; readonly browser: Browser }>;
/**
 * A browser, and a separate site for the file, closed after its last test: for tests that change what all visitors see, need an
 * empty record or count rows.
 */
export async function openSiteAndBrowser<Started extends Pick<Site, "close">>(
  start: () => Promise<Started>,
): Promise<{ readonly site: Started; readonly browser: Browser }>;
export async function openSiteAndBrowser(start?: () => Promise<Pick<Site, "close">>) {
  sharedBrowser ??= launchChromium();
  if (!start) sharedSite ??= startSeededSite();
  const [site, browser] = await Promise.all([start ? start() : sharedSite, sharedBrowser]);
  keepFailures(browser);
  if (start) afterAll(() => site?.close());
  return { site, browser };
}

async function startSeededSite(): Promise<Site> {
  const site = await startSite();
  await seedRecord(site.db, { signals: SHARED_SIGNALS, endMs: Date.now() });
  return site;
}
