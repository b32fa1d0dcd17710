/** Loads one document in a fresh Chromium context, throttled, and reads off what the visitor had of it. */
import type { Browser, BrowserContext, CDPSession, Page } from "playwright-core";
import { clickUntilTaken, observeLoad, observeNavigation, pressAtFirstPaint } from "./in-page.ts";

/** Slow 4G. */
const NETWORK = { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const CPU_SLOWDOWN = 4;
/** Long enough for everything that a page puts off; all figures of a load are read at its end. */
const LOAD_MS = 8_000;
/** Until what a page fetches ahead once it is idle has come, too. */
const SETTLING_MS = 4_000;
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
  /** From the start until the first frame of the page behind a link that was pressed when it was first painted. */
  readonly firstPressMs: number;
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
    await page.waitForTimeout(SETTLING_MS);
    return { fcpMs, lcpMs, tbtMs, cls, ...sums, navigationMs: await measureNavigation(page, linkTo) };
  });
}

/** A load during which somebody presses the link once, and one during which it is pressed until a script takes it. */
export async function measureClick(browser: Browser, url: string, linkTo: string): Promise<Click> {
  const firstPressMs = await measureFirstPress(browser, url, linkTo);
  const taken = await measureTaken(browser, url, linkTo);
  return { firstPressMs, ...taken };
}

async function measureFirstPress(browser: Browser, url: string, linkTo: string): Promise<number> {
  return withPage(browser, async (page) => {
    await page.addInitScript(() =>
      sessionStorage.setItem(
        "started-at",
        sessionStorage.getItem("started-at") ?? String(performance.timeOrigin),
      ),
    );
    await page.addInitScript(observeNavigation);
    await page.addInitScript(pressAtFirstPaint, linkTo);
    await page.goto(url, { waitUntil: "commit" });
    return untilShown(page, "started-at");
  });
}

async function measureTaken(
  browser: Browser,
  url: string,
  linkTo: string,
): Promise<Pick<Click, "takenMs" | "actedMs">> {
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
  return untilShown(page, "pressed-at");
}

/** From the moment noted under `since` until the next page was shown; NaN where that does not happen. */
async function untilShown(page: Page, since: string): Promise<number> {
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += 250) {
    await page.waitForTimeout(250);
    const shownMs = await page
      .evaluate(
        (from) => Number(sessionStorage.getItem("shown-at")) - Number(sessionStorage.getItem(from)),
        since,
      )
      .catch(() => Number.NaN); // between two documents there is none to ask
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
