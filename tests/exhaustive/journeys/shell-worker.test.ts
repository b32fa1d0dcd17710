import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import german from "#shared/locales/de/offline.json" with { type: "json" };
import english from "#shared/locales/en/offline.json" with { type: "json" };
import french from "#shared/locales/fr/offline.json" with { type: "json" };
import { THEME_KEY } from "#shared/site/storage-names.ts";
import { startDeployableSite } from "#tests/support/deployable-site.ts";
import { startFaultyLink } from "#tests/support/faulty-link.ts";
import { NARROW } from "#tests/support/examine-page.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { GROUND } from "#tests/support/ground.ts";
import { buildOf, cachedPaths, openChecking, openPage } from "#tests/support/service-worker-visit.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilControlled } from "#tests/support/until-controlled.ts";
import {
  openVisitor,
  untilHydrated,
  untilHydratedUnderClock,
  chooseLanguage,
} from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startDeployableSite);
describe("offline", () => {
  it("a cached page says when it was saved, until the site answers again, and moves nothing", async () => {
    const { page, complaints } = await openVisitor(browser, {
      serviceWorkers: "allow",
      viewport: NARROW,
      timezoneId: "Asia/Tokyo",
    });
    await page.addInitScript(watchLayoutShifts);
    await page.goto(`${site.url}/de/traders`);
    await untilControlled(page, "de");
    await page.goto(`${site.url}/de/signal`);
    const notice = page.locator(".offline-notice");
    expect(await notice.count()).toBe(0);
    await expect.poll(() => cachedPaths(page)).toContain("tidemark-pages /de/signal");
    await page.context().setOffline(true);
    await page.reload();
    await untilHydrated(page);
    expect(await notice.textContent()).toMatch(german.copy);
    const keptAt = Date.parse((await notice.locator("time").getAttribute("datetime")) ?? "");
    expect(Math.abs(Date.now() - keptAt)).toBeLessThan(60_000);
    const inTokyo = { hour: "2-digit", minute: "2-digit", timeZone: "Asia/Tokyo" } as const;
    const time = new Intl.DateTimeFormat("de", inTokyo).format(keptAt);
    expect(await notice.locator("time").textContent()).toContain(time);
    expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
    await page.context().setOffline(false);
    await notice.waitFor({ state: "detached" });
    await page.context().setOffline(true);
    await page.reload();
    await notice.waitFor();
    await page.goto(`${site.url}/de/about`);
    await page.locator(".error-page").waitFor();
    expect(await page.locator(".site-nav a").count()).toBe(4);
    await page.locator(".site-menu__open").click();
    await page.locator('.site-nav a[href="/de/signal"]').click();
    await notice.waitFor();
    expect(complaints.filter((complaint) => !complaint.includes("status of 503"))).toEqual([]);
  });

  it("a cached page is found with other query parameters, a trailing slash or no language in its address", async () => {
    const page = await openPage(browser, site.url + "/en/terms");
    await untilControlled(page, "en");
    await chooseLanguage(page, "de");
    await page.waitForURL("**/de/terms");
    await untilControlled(page, "de");
    await page.goto(`${site.url}/de?utm_source=a`);
    const read = ["tidemark-pages /de/terms", "tidemark-pages /de", "tidemark-language /language"];
    await expect.poll(() => cachedPaths(page)).toEqual(expect.arrayContaining(read));
    await page.context().setOffline(true);
    for (const [asked, shown] of [
      ["/de?fbclid=b", "/de?fbclid=b"],
      ["/de/terms?utm_source=b&gclid=c", "/de/terms?utm_source=b&gclid=c"],
      ["/de/terms/?utm_source=b", "/de/terms?utm_source=b"],
      ["/de/", "/de"],
      ["/terms", "/de/terms"],
      ["/terms/", "/de/terms"],
      ["/", "/de"],
    ]) {
      const response = await page.goto(site.url + asked);
      expect([asked, response?.status(), page.url()]).toEqual([asked, 200, site.url + shown]);
    }
    await untilHydrated(page);
    expect((await page.goto(`${site.url}/en/traders`))?.status()).toBe(503);
  });

  it("a code chunk that is missing causes an error message at once, and the page stays", async () => {
    const page = await openPage(browser, site.url + "/de/signal");
    await untilControlled(page, "de");
    await page.context().setOffline(true);
    let documents = 0;
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await page.locator(".ledger-check .button--primary").click();
    await page.locator(".toast--error").waitFor();
    await page.getByText("Das Register ließ sich nicht bis zum Ende lesen").waitFor();
    expect(documents).toBe(0);
  });

  it("a page that is not cached says so, in the visitor's theme, its link retries, and the page comes once the browser is online", async () => {
    const page = await openPage(browser, `${site.url}/fr`);
    await untilControlled(page, "fr");
    await page.context().setOffline(true);
    expect((await page.goto(`${site.url}/fr/traders`))?.status()).toBe(503);
    expect(await page.locator("h1").textContent()).toBe(french.title);
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe(GROUND.dark);
    const retry = page.locator(".error-page .actions a").first();
    expect(await retry.evaluate((link: HTMLAnchorElement) => link.href)).toBe(page.url());
    await page.evaluate((key) => localStorage.setItem(key, "light"), THEME_KEY);
    await page.reload();
    expect(await ground()).toBe(GROUND.light);
    await page.context().setOffline(false);
    await page.locator(".site-header").waitFor();
    await untilHydrated(page);
  });
});

it("every address is requested from the server only once", async () => {
  const link = await startFaultyLink();
  try {
    link.leadTo(site.url);
    const { page } = await openVisitor(browser, { serviceWorkers: "allow" });
    await page.goto(`${link.url}/de/terms`);
    await untilControlled(page, "de");
    const pages = ["/de/terms", "/", "/en/nowhere", "/terms"];
    const data = ["/de/terms/_payload.json", "/api/signals/", "/api/feeds/de/signals.atom/"];
    const files = ["/robots.txt", "/builds/latest.json", "/icon.svg"];
    const saved = ["/api/signals/export.csv/", "/api/ledger/export.ndjson/"];
    for (const path of [...pages, ...data, ...files, ...saved]) {
      const download = saved.includes(path) ? page.waitForEvent("download") : null;
      link.become("up");
      // A document that is saved is none that is shown, which is what `goto` waits for.
      await page.goto(link.url + path).catch((error) => (download ? null : Promise.reject(error)));
      await (await download)?.path();
      expect([path, link.calls.filter((call) => call === `GET ${path}`)]).toEqual([path, [`GET ${path}`]]);
    }
  } finally {
    await link.close();
  }
});

it("the caches hold the current language only, and never an API answer or a page behind sign-in", async () => {
  const page = await openPage(browser, site.url + "/fr/login");
  await untilControlled(page, "fr");
  await page.fill('input[name="pocketoption_id"]', "NOBODY-1");
  const refused = page.waitForResponse("**/api/auth/login/");
  await page.click('main button[type="submit"]');
  await refused;
  await page.goto(`${site.url}/fr`);
  await page.goto(`${site.url}/fr/profile`);
  await page.goto(`${site.url}/fr/nulle-part`);
  await untilHydrated(page);
  const paths = await cachedPaths(page);
  expect(paths).toContain("tidemark-pages /fr");
  expect(paths.filter((path) => /\/api\/|profile$|nulle-part|latest\.json/.test(path))).toEqual([]);
  expect(new Set(paths.map((path) => path.split(" ")[0]))).toEqual(
    new Set(["tidemark-pages", "tidemark-assets"]),
  );
  const texts: Record<string, string> = await page.evaluate(async () => {
    const { buildId } = JSON.parse(document.getElementById("boot")?.textContent ?? "{}").config;
    return (await fetch(`/builds/meta/${buildId}.json`)).json().then((manifest) => manifest.texts);
  });
  const foreign = new Set(
    Object.entries(texts).flatMap(([name, file]) => (name.startsWith("fr/") ? [] : [file])),
  );
  expect(paths.filter((path) => foreign.has(path.replace("tidemark-assets ", "")))).toEqual([]);
});

it("an update of the service worker waits where something is typed, and offers the reload", async () => {
  const page = await openChecking(browser, site.url + "/en/login");
  const old = await buildOf(page);
  await page.fill('input[name="pocketoption_id"]', "DEMO-1001");
  await page.waitForLoadState("networkidle");
  await site.deploy("update-2");
  await page.clock.fastForward(20_000);
  await page.locator(".toast__action").waitFor();
  expect(await buildOf(page)).toBe(old);
  expect(await page.inputValue('input[name="pocketoption_id"]')).toBe("DEMO-1001");
  await page.click(".toast__action");
  await expect.poll(() => buildOf(page).catch(() => old)).not.toBe(old);
  await untilHydratedUnderClock(page);
  await expect.poll(() => page.inputValue('input[name="pocketoption_id"]')).toBe("DEMO-1001");
});

const script = () => fetch(`${site.url}/sw.js`).then((response) => response.text());

/** Puts this in place of the worker's script. */
async function serveWorker(text: string): Promise<void> {
  writeFileSync(join(site.assets, "sw.js"), text);
  await expect.poll(script, { timeout: 40_000 }).toBe(text);
}

it("a worker whose cache storage never answers still serves pages and scripts from the network, and the offline page", async () => {
  const own = await script();
  const methods = '["match", "open", "keys", "has", "delete"]';
  await serveWorker(
    `for (const name of ${methods}) CacheStorage.prototype[name] = () => new Promise(() => {});\n${own}`,
  );
  try {
    const page = await openPage(browser, site.url + "/en/terms");
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    await page.reload();
    await untilHydrated(page);
    await page.click('header a[href="/en/traders"]');
    await page.waitForFunction(() => document.title.startsWith("Ranking"));
    await page.context().setOffline(true);
    expect((await page.reload())?.status()).toBe(503);
    expect(await page.locator("h1").textContent()).toBe(english.title);
  } finally {
    await serveWorker(own);
  }
});

/** Answers every navigation with nothing of use. */
const BROKEN_WORKER = `
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(new Response("broken", { headers: { "Content-Type": "text/html" } }));
});`;

it("the service worker's kill switch removes a broken worker and its caches although no page can start", async () => {
  const page = await openPage(browser, site.url + "/en");
  await untilControlled(page, "en");
  await serveWorker(BROKEN_WORKER);
  await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one?.update()));
  await expect
    .poll(async () => (await page.reload({ waitUntil: "commit" }), page.textContent("body")), {
      timeout: 40_000,
    })
    .toBe("broken");

  await site.configure({ SERVICE_WORKER: "off" });
  expect(await script()).toContain("unregister");
  // Any visit makes the browser look for a newer worker; the page itself is still the broken one.
  await page.reload();
  await untilHydrated(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(await cachedPaths(page)).toEqual([]);
  await page.reload();
  await untilHydrated(page);
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
});
