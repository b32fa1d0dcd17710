/** Sites whose backend supports a part of the contract: none of their links is broken. */
import { expect, it } from "vitest";
import { startPartialBackend } from "#tests/support/partial-backend.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const SIGN_IN = /^\/api\/auth\/(?:login|refresh|me|logout)\/$/;
const SIGNALS_ALONE = {
  parts: "auth,signals,csv,feeds,ledger,ledger-export",
  has: /^\/api\/(?:signals|ledger|feeds|summary)\//,
};
const FIGURES_ALONE = {
  parts: "auth,signals,traders,slices",
  has: /^\/api\/(?:signals|traders|summary)\/(?!export)/,
};
const MAX_PAGES = 60;

const { site, browser } = await openSiteAndBrowser(async () => {
  const started = await Promise.all(
    [SIGNALS_ALONE, FIGURES_ALONE].map(async ({ parts, has }) => {
      const backend = await startPartialBackend((path) => SIGN_IN.test(path) || has.test(path));
      return { backend, site: await startSite({ apiBaseUrl: backend.url, vars: { API_PARTS: parts } }) };
    }),
  );
  const [signalsAlone = "", figuresAlone = ""] = started.map(({ site: { url } }) => url);
  const all = started.flatMap(({ backend, site: own }) => [own, backend]);
  const close = async () => void (await Promise.all(all.map((one) => one.close())));
  return { signalsAlone, figuresAlone, close };
});

/** Addresses that pages and sitemaps lead to from `start`, a language's pages and files of the API, with what each answered. */
async function follow(origin: string, start: readonly string[]) {
  const found = new Map<string, string>();
  const waiting = [...start];
  for (let path = waiting.shift(); path !== undefined && found.size < MAX_PAGES; path = waiting.shift()) {
    if (found.has(path)) continue;
    const response = await fetch(origin + path);
    const text = await response.text();
    const isFile = path.startsWith("/api/");
    const isUnlisted = !isFile && response.headers.get("X-Robots-Tag") === "noindex";
    found.set(path, isUnlisted ? "not offered" : String(response.status));
    if (isFile) continue;
    for (const [, href = "", location] of text.matchAll(/<(?:a|link)\b[^>]* href="([^"]*)"|<loc>([^<]*)</g)) {
      const { pathname, search } = new URL((location ?? href).replaceAll("&amp;", "&"), origin + path);
      if (/^\/(?:en|api)\b/.test(pathname)) waiting.push(pathname + search);
    }
  }
  return found;
}

it.each(["signalsAlone", "figuresAlone"] as const)("%s: no link is broken", async (name) => {
  const found = await follow(site[name], ["/en", "/sitemap-pages.xml"]);
  expect([...found].filter(([, answer]) => answer !== "200")).toEqual([]);
  const offersTraders = [...found.keys()].some((path) => path.startsWith("/en/traders"));
  expect(offersTraders).toBe(name === "figuresAlone");
  const files = [...found.keys()].filter((path) => path.startsWith("/api/"));
  expect(files.length > 0).toBe(name === "signalsAlone");
});

it("a signal of a backend with a ledger but no log has the ledger check and no log proof", async () => {
  const { page, leave } = await openVisitor(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${site.signalsAlone}/en/signal`);
  const signal = await page.locator('main a[href^="/en/signal/"]').first().getAttribute("href");
  await page.goto(site.signalsAlone + signal);
  await untilHydrated(page);
  await page.getByRole("button", { name: "Check this record" }).scrollIntoViewIfNeeded();
  expect(await page.locator(".log-proof").count()).toBe(0);
  expect(asked.filter((path) => path.startsWith("/log/"))).toEqual([]);
  await leave();
});

it("a member sees no view that the backend does not support, at both widths", async () => {
  for (const width of [390, 1280]) {
    const { page, leave } = await openVisitor(browser, { viewport: { width, height: 844 } });
    await page.goto(`${site.signalsAlone}/de/login?next=/de/profile`);
    await untilHydrated(page);
    await page.fill('input[name="pocketoption_id"]', "DEMO-1001");
    await page.click('main button[type="submit"]');
    await page.waitForURL("**/de/profile");
    await page.getByText("DEMO-1001").waitFor();
    expect(await page.locator(".view-nav").count()).toBe(0);
    expect(await page.locator("header nav a").allTextContents()).toEqual([
      "Signale",
      "Lesehilfe",
      "Über uns",
    ]);
    await leave();
  }
});
