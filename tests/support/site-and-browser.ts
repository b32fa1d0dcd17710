/** Shared by journeys: one Chromium and one site with a record for each worker process of the test run. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll } from "vitest";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { launchChromium } from "./chromium.ts";
import { keepFailures } from "./failures.ts";
import { type SignsIn, storageOf } from "./member.ts";
import { startSite, type Site } from "./site.ts";
import { openVisitor, untilHydrated, type Visitor } from "./visitor.ts";

const SHARED_SIGNALS = 400;

let sharedBrowser: Promise<Browser> | undefined;
let sharedSite: Promise<Site> | undefined;

export interface OpenOptions extends BrowserContextOptions {
  /** Who is signed in; nobody by default. */
  readonly as?: SignsIn;
  /** Runs before the page is requested. */
  readonly before?: (page: Page) => Promise<unknown>;
}

interface SiteAndBrowser<Started> {
  readonly site: Started;
  readonly browser: Browser;
  /** A window of its own at the path, hydrated unless script is off; it closes with its test. */
  readonly open: (path: string, options?: OpenOptions) => Promise<Visitor>;
}

/**
 * A browser, and the site that all files of this worker process use in turn. A test may change only what belongs to itself: a
 * browser context, an account (`addMember`), a trader (`openLiveRecord`).
 */
export async function openSiteAndBrowser(): Promise<SiteAndBrowser<Site>>;
/**
 * A browser, and a separate site for the file, closed after its last test: for tests that change what all visitors see, need an
 * empty record or count rows.
 */
export async function openSiteAndBrowser<Started extends Pick<Site, "url" | "close">>(
  start: () => Promise<Started>,
): Promise<SiteAndBrowser<Started>>;
export async function openSiteAndBrowser(start?: () => Promise<Pick<Site, "url" | "close">>) {
  sharedBrowser ??= launchChromium();
  const starting = start ? start() : (sharedSite ??= startSeededSite());
  const [site, browser] = await Promise.all([starting, sharedBrowser]);
  keepFailures(browser);
  if (start) afterAll(() => site.close());
  const open = async (path: string, { as, before, ...options }: OpenOptions = {}) => {
    const storageState = as && (await storageOf(site, as));
    const visitor = await openVisitor(browser, { ...(storageState && { storageState }), ...options });
    await before?.(visitor.page);
    await visitor.page.goto(site.url + path);
    if (options.javaScriptEnabled !== false) await untilHydrated(visitor.page);
    return visitor;
  };
  return { site, browser, open };
}

async function startSeededSite(): Promise<Site> {
  const site = await startSite();
  await seedRecord(site.db, { signals: SHARED_SIGNALS, endMs: Date.now() });
  return site;
}
