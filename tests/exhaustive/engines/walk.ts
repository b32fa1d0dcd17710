/** What visitors and members do most, for engines other than Chromium, in which the journeys show the same and more. */
import { beforeAll, expect, it } from "vitest";
import { HYDRATED_MARK } from "#client/app/app.tsx";
import { ADMIN_VIEWS } from "#client/pages/admin/admin-query.ts";
import { OFFLINE_TEXTS } from "#shared/locales/texts-outside-pages.ts";
import { pageHref, PAGES, PAGES_BEHIND_SIGN_IN } from "#shared/site/routes.ts";
import { detailPaths, ERROR_PATHS, hrefs } from "#tests/support/examine-pages.ts";
import { openLiveRecord } from "#tests/support/live-record.ts";
import { type Site, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const WIDTHS = [390, 1280];
const MINUTES = 60_000;
/** Two engines at a time load pages slowly on a machine of two cores. */
const LOADING_MS = 30_000;

/** A browser with one tab. Elements are named by XPath, and waited for. */
export interface Engine {
  /** In a new tab as wide as a phone, which replaces the last one. */
  readonly open: (url: string) => Promise<void>;
  /** What the tab has written to its console, and its uncaught errors. */
  readonly complaints: () => Promise<readonly string[]>;
  readonly click: (element: string) => Promise<void>;
  readonly type: (element: string, text: string) => Promise<void>;
  /** Sets the width of the viewport; may resolve before the page has it. */
  readonly resize: (width: number) => Promise<void>;
  /** What the function returns in the page, which has nothing of this process but its argument. */
  readonly evaluate: (run: (argument: string) => unknown, argument?: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Declares the tests in an engine. */
export function walk(launch: () => Promise<Engine>): void {
  let site: Site;
  let engine: Engine;

  beforeAll(async () => {
    site = await startSite();
    await seedRecord(site.db, { signals: 400, endMs: Date.now() });
    await site.runMinuteJobs();
    engine = await launch();
    return async () => {
      await engine.close();
      await site.close();
    };
  });

  const until = (what: string, holds: (argument: string) => unknown, argument?: string) =>
    expect.poll(() => engine.evaluate(holds, argument), { message: what, timeout: LOADING_MS }).toBe(true);
  const see = (text: string) =>
    expect
      .poll(() => engine.evaluate(() => document.body.innerText), { timeout: LOADING_MS })
      .toContain(text);

  /** Resolves once the page is hydrated, has its data and is live. */
  async function open(path: string): Promise<void> {
    await engine.open(site.url + path);
    await until(
      `${path} is hydrated`,
      (mark) => {
        // The application starts once a control is used.
        const use = new FocusEvent("focusin", { bubbles: true });
        document.querySelector('button[name="language"]')?.dispatchEvent(use);
        return performance.getEntriesByName(mark).length > 0;
      },
      HYDRATED_MARK,
    );
    await until(
      `${path} has its data`,
      () =>
        !document.querySelector('main .skeleton, main [aria-busy=true], [data-live]:not([data-live="live"])'),
    );
  }

  async function findingsOn(paths: readonly string[]): Promise<string[]> {
    const findings: string[] = [];
    for (const path of paths) {
      await open(path);
      for (const width of WIDTHS) {
        await engine.resize(width);
        await until(`${path} is resized`, (wanted) => window.innerWidth === Number(wanted), String(width));
        if (await engine.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
          findings.push(`${path} scrolls sideways at ${width} px`);
      }
      for (const complaint of await engine.complaints()) findings.push(`${path} ${complaint}`);
    }
    return findings;
  }

  it(
    "each page hydrates for a visitor, complains of nothing and never scrolls sideways",
    async () => {
      const pages = PAGES.filter((page) => !PAGES_BEHIND_SIGN_IN.has(page)).map((page) =>
        pageHref("de", page),
      );
      const paths = [...pages, ...hrefs("de", [...(await detailPaths(site)), ...ERROR_PATHS])];
      expect(await findingsOn(paths)).toEqual([]);
    },
    5 * MINUTES,
  );

  it(
    "staff sign in, follow a trader, and each page behind sign-in is as sound",
    async () => {
      const submit = '//main//button[@type="submit"]';
      await open("/en/login");
      await engine.type('//input[@name="pocketoption_id"]', STAFF_ID);
      await engine.click(submit);
      await engine.type('//input[@name="passcode"]', STAFF_PASSCODE);
      await engine.click(submit);
      await until("signed in", () => location.pathname === "/en/watch");
      expect(await engine.complaints()).toEqual([]);

      await open("/en/traders/north-light");
      await engine.click('//main//button[starts-with(., "Follow")]');
      await see("Unfollow");
      expect(await engine.complaints()).toEqual([]);
      await open("/en/watch");
      await see("North Light");

      const views = ADMIN_VIEWS.map((view) => `/admin?view=${view}`);
      expect(await findingsOn(hrefs("de", ["/watch", "/profile", ...views]))).toEqual([]);
    },
    5 * MINUTES,
  );

  it("a signal arrives on a list that is open", async () => {
    const record = await openLiveRecord(site);
    await open("/en/signal");
    await record.publish("LIVE/ONE");
    await engine.click('//button[contains(@class, "news__pill")]');
    await see("LIVE/ONE");
    expect(await engine.complaints()).toEqual([]);
  });

  it("a signal's page proves that its lines are in the log", async () => {
    const [path = ""] = await detailPaths(site);
    await open(`/en${path}`);
    await engine.click('//*[contains(@class, "proof")]/summary');
    await see("Proved: each of the 2 lines above is in the log.");
    expect(await engine.complaints()).toEqual([]);
  });

  it("without a network, a page that was read opens as a copy, and any other says so", async () => {
    await open("/en/terms");
    await until("the worker is active", () => navigator.serviceWorker.controller?.state === "activated");
    await until("the page is kept", async () => (await caches.match("/en/terms")) !== undefined);
    await site.close();
    await engine.open(`${site.url}/en/terms`);
    await see(OFFLINE_TEXTS.en.copy);
    await engine.open(`${site.url}/en/about`);
    await see(OFFLINE_TEXTS.en.title);
  });
}
