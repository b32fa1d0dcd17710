/** Errors in one part of a page, in the whole page, and code that cannot be loaded. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import texts from "#shared/locales/it/common.json" with { type: "json" };
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import {
  openVisitor,
  plantInPage,
  untilHydrated,
  usePage,
  type Visitor,
  withoutPrefetch,
} from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser();

const PLANTED = 'throw new Error("planted")';
/** How often it was logged. */
const logged = ({ complaints }: Visitor) => complaints.filter((line) => line.includes("planted")).length;

/** From now on days cannot be formatted in the page as the chart does, until that is given back. */
async function plantInDateFormats(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const original = Intl.DateTimeFormat;
    const construct = (_target: object, given: [string?, Intl.DateTimeFormatOptions?]): object => {
      if (given[1]?.dateStyle === undefined) return Reflect.construct(original, given);
      throw new Error("planted");
    };
    Reflect.set(Intl, "DateTimeFormat", new Proxy(original, { construct }));
    Reflect.set(window, "giveBack", () => Reflect.set(Intl, "DateTimeFormat", original));
  });
  return () => page.evaluate("giveBack()");
}

function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate(
    (href) => document.querySelector<HTMLElement>(`:is(header, main, footer) a[href="${href}"]`)?.click(),
    path,
  );
}

it("an error in one part of a page, such as a chart, affects only that part, and disappears after a retry", async () => {
  const visitor = await open("/it/traders", { before: withoutPrefetch });
  const { page } = visitor;
  const [first = "", second = ""] = await page
    .locator("main tbody a[href^='/it/traders/']")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const chart = page.locator("svg.chart__plots[role=img]");
  await goTo(page, first);
  await chart.waitFor();
  await page.goBack();
  await page.locator(`main a[href="${second}"]`).waitFor();
  const giveBack = await plantInDateFormats(page);
  await goTo(page, second);
  const failed = page.getByRole("alert").filter({ hasText: texts.states.failed });
  await failed.waitFor();
  expect(await failed.count()).toBe(1);
  expect(await page.locator(".error-page").count()).toBe(0);
  await page.locator("figure.gauge").waitFor();
  expect(await page.locator("main table tbody tr").count()).toBeGreaterThan(1);
  expect(logged(visitor)).toBe(1);
  await giveBack();
  await failed.getByRole("button").click();
  await chart.waitFor();
  expect(await failed.count()).toBe(0);
  expect(logged(visitor)).toBe(1);
});

describe("an error in the whole page", () => {
  it("shows the error page inside the layout, is logged once, and is gone on the next page", async () => {
    const visitor = await open("/de/terms", { before: withoutPrefetch });
    const { page } = visitor;
    await plantInPage(page, "instruction-page", PLANTED);
    await goTo(page, "/de/instruction");
    await page.locator(".error-page h1").waitFor();
    expect(await page.title()).toMatch(/^500 – Interner Serverfehler/);
    expect(await page.locator(".error-page__status").textContent()).toBe("500 Internal Server Error");
    expect(await page.locator(".site-header").count()).toBe(1);
    expect(await page.locator("main").textContent()).toContain("Der Fehler liegt bei uns");
    expect(await page.locator(".error-page__message").textContent()).toBe("planted");
    // No request has failed, so there is no id to ask for.
    expect(await page.locator("main").textContent()).not.toContain("Anfrage-ID");
    expect(logged(visitor)).toBe(1);
    await goTo(page, "/de/about");
    await page.waitForFunction(() => document.title.startsWith("Über uns"));
    expect(await page.locator(".error-page").count()).toBe(0);
  });

  it("that no error boundary catches shows the error page in the document, and is logged once", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await page.route("**/assets/start-application-*.js", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const effect = /\(\)=>(\w+)\?\.\(\),\[\1\]/;
      expect(body).toMatch(effect);
      await route.fulfill({
        response,
        body: body.replace(effect, '()=>{throw Error("planted")},[]'),
        // Or the next document would take it from the browser's cache.
        headers: { ...response.headers(), "cache-control": "no-store" },
      });
    });
    await page.goto(`${site.url}/de/terms`);
    await usePage(page);
    await page.locator("main > .error-page h1").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de-DE");
    expect(await page.locator("h1").allTextContents()).toEqual(["Interner Serverfehler"]);
    expect(logged(visitor)).toBe(1);
    await page.unroute("**/assets/start-application-*.js");
    await page.locator('main a[href="/de/signal"]').click();
    await page.waitForURL("**/de/signal");
    await page.locator("main table tbody tr").first().waitFor();
  });

  it("that occurs when the page is marked as hydrated shows the error page inside the layout, and is logged once", async () => {
    const visitor = await openVisitor(browser);
    const { page } = visitor;
    await page.addInitScript(() => {
      performance.mark = () => {
        throw new Error("planted");
      };
    });
    await page.goto(`${site.url}/en/signal`);
    await page.locator(".error-page h1").waitFor();
    expect(visitor.complaints.filter((line) => line.includes("Error while mounting"))).toHaveLength(1);
    expect(await page.locator(".site-header").count()).toBe(1);
  });
});

const REASON = "A part of this page could not be loaded.";

/** Paths of the documents asked for from now on. */
function watchDocuments(page: Page): string[] {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

/** A document that has just been loaded gets its application, and so the failure, when it is used. */
async function untilReason(page: Page): Promise<void> {
  const look = async () => {
    await usePage(page);
    return page.getByText(REASON).isVisible();
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
}

describe("a code chunk that is missing", () => {
  it("loads its page as a document once, then shows the error page with the reason, and recovers", async () => {
    const { page } = await open("/en/terms", { before: withoutPrefetch });
    const documents = watchDocuments(page);
    await page.route("**/assets/about-page-*.js", (route) =>
      route.fulfill({ status: 404, body: "Not found" }),
    );
    await page.click('footer a[href="/en/about"]');
    await untilReason(page);
    expect(documents).toEqual(["/en/about"]);
    expect(new URL(page.url()).pathname).toBe("/en/about");
    await page.unroute("**/assets/about-page-*.js");
    await page.locator(".error-page .actions a").first().click();
    await page.waitForFunction(() => document.title.startsWith("About"));
    await untilHydrated(page);
  });

  /** What the bundler does where a lazy part cannot be loaded. */
  function failLazyPart(page: Page): Promise<void> {
    return page.evaluate(() => {
      const payload = new TypeError("Failed to fetch dynamically imported module");
      window.dispatchEvent(Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload }));
    });
  }

  it("outside a navigation reloads the page with its form input, and shows an error the second time", async () => {
    const { page } = await open("/en/login", { before: withoutPrefetch });
    const documents = watchDocuments(page);
    await page.fill('input[name="pocketoption_id"]', "DEMO-1001");
    const reloaded = page.waitForEvent("load");
    await failLazyPart(page);
    await reloaded;
    await untilHydrated(page);
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name="pocketoption_id"]')?.value === "DEMO-1001",
    );
    await failLazyPart(page);
    await page.locator(".toast--error").getByText(REASON).waitFor();
    expect(documents).toEqual(["/en/login"]);
  });
});
