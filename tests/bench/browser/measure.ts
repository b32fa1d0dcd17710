/** Loads one document in a fresh Chromium context, throttled, and reads off what the visitor had of it. */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { clickUntilTaken, observeLoad, observeNavigation } from "./in-page.ts";

/** Slow 4G. */
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** Long enough for everything that a page puts off; all figures of a load are read at its end. */
const LOAD_MS = 8_000;
/** From the pointer's arrival at a link to the press. */
const HOVER_MS = 300;
const PATIENCE_MS = 20_000;

export interface Load {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly bytes: number;
  readonly scriptBytes: number;
  readonly requests: number;
  /** From the press on a link to the first frame of the next page; NaN where it was not measured. */
  readonly navigationMs: number;
}

export interface Click {
  /** When a script of the page first took a click; NaN where none did. */
  readonly takenMs: number;
  /** The first frame that showed what it did. */
  readonly actedMs: number;
}

/** A load that nobody disturbs, and then a press on the link. */
export async function measureLoad(browser: Browser, url: string, linkTo: string): Promise<Load> {
  return withPage(browser, async (page, session) => {
    const traffic = countTraffic(session);
    await page.addInitScript(observeLoad);
    await page.addInitScript(observeNavigation);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForTimeout(LOAD_MS);
    const { fcpMs, lcpMs, tbtMs, cls } = await page.evaluate(() => window.loadFigures);
    const sums = traffic();
    return { fcpMs, lcpMs, tbtMs, cls, ...sums, navigationMs: await measureNavigation(page, linkTo) };
  });
}

/** A load during which somebody presses the link until it acts. */
export async function measureClick(browser: Browser, url: string, linkTo: string): Promise<Click> {
  return withPage(browser, async (page) => {
    await page.addInitScript(observeLoad);
    await page.addInitScript(clickUntilTaken, linkTo);
    await page.goto(url, { waitUntil: "commit" });
    await page
      .waitForFunction(() => window.loadFigures.actedMs !== null, null, { timeout: PATIENCE_MS })
      .catch(() => undefined); // what has not happened by then is NaN
    const { takenMs, actedMs } = await page.evaluate(() => window.loadFigures);
    return { takenMs: takenMs ?? Number.NaN, actedMs: actedMs ?? Number.NaN };
  });
}

async function measureNavigation(page: Page, linkTo: string): Promise<number> {
  await page.hover(`header a[href$="${linkTo}"]`);
  await page.waitForTimeout(HOVER_MS);
  await page.mouse.down();
  await page.mouse.up();
  const read = () =>
    Number(sessionStorage.getItem("shown-at")) - Number(sessionStorage.getItem("pressed-at"));
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += 250) {
    await page.waitForTimeout(250);
    // Between two documents there is none to ask.
    const shownMs = await page.evaluate(read).catch(() => Number.NaN);
    if (shownMs > 0) return shownMs;
  }
  return Number.NaN;
}

async function withPage<Result>(
  browser: Browser,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  // What a worker fetches for later is no part of a first visit.
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: "en-US",
    serviceWorkers: "block",
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, ...NETWORK });
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    return await use(page, session);
  } finally {
    await context.close();
  }
}

/** Bytes over the wire as they were compressed, headers included. */
function countTraffic(session: CDPSession) {
  const types = new Map<string, string>();
  let [bytes, scriptBytes, requests] = [0, 0, 0];
  session.on("Network.requestWillBeSent", () => {
    requests += 1;
  });
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (types.get(requestId) === "Script") scriptBytes += encodedDataLength;
  });
  return () => ({ bytes, scriptBytes, requests });
}
