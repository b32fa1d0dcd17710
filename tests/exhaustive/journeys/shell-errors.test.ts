/** An error in one part of a page affects only that part; an error in the whole page shows the error page. */
import { createServer, type Server } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "#shared/languages.ts";
import { startSite, type Site } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, usePage, type Visitor, withoutWorkers } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();
let leave: (() => Promise<void>) | undefined;

afterEach(async () => {
  await leave?.();
  leave = undefined;
});

/** Nothing is fetched ahead, so that each test knows who asks for what. */
async function openTab(): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  leave = visitor.leave;
  await withoutWorkers(visitor.page);
  await visitor.page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  return visitor;
}

/** How often the planted error was logged. */
const logged = ({ complaints }: Visitor) => complaints.filter((line) => line.includes("planted")).length;

/** From now on dates cannot be formatted in the page in any way that was not asked for before, until that is given back. */
async function plantInDateFormats(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const original = Intl.DateTimeFormat;
    const construct = (_target: object, given: unknown[]): object => {
      if (given.length === 0) return Reflect.construct(original, given);
      throw new Error("planted");
    };
    Reflect.set(Intl, "DateTimeFormat", new Proxy(original, { construct }));
    Reflect.set(window, "giveBack", () => Reflect.set(Intl, "DateTimeFormat", original));
  });
  return () => page.evaluate("giveBack()");
}

function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate(
    (href) =>
      document.querySelector<HTMLElement>(`header a[href="${href}"], main a[href="${href}"]`)?.click(),
    path,
  );
}

describe("an error in one part of a page", () => {
  /** The page of a trader, whose chart fails. */
  async function openFailingChart(language: Language) {
    const visitor = await openTab();
    const { page } = visitor;
    await page.goto(`${site.url}/${language}/traders`);
    await untilHydrated(page);
    const [first = "", second = ""] = await page
      .locator(`main tbody a[href^='/${language}/traders/']`)
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    const chart = page.locator("figure.figure svg").first();
    // What the rest of the page formats dates with is made once, here; the chart makes its own each time.
    await goTo(page, first);
    await chart.waitFor();
    await page.goBack();
    await page.locator(`main a[href="${second}"]`).waitFor();
    const giveBack = await plantInDateFormats(page);
    await goTo(page, second);
    const { default: texts } = await import(`../../../shared/locales/${language}/common.json`);
    const failed = page.getByRole("alert").filter({ hasText: texts.states.failed });
    await failed.waitFor();
    expect(await failed.count()).toBe(1);
    expect(await page.locator(".error-page").count()).toBe(0);
    await page.locator("figure.gauge").waitFor();
    expect(await page.locator("main table tbody tr").count()).toBeGreaterThan(1);
    expect(logged(visitor)).toBe(1);
    return { visitor, page, first, chart, failed, giveBack };
  }

  it("such as a chart affects only that part, and disappears after a retry", async () => {
    const { visitor, chart, failed, giveBack } = await openFailingChart("it");
    await giveBack();
    await failed.getByRole("button").click();
    await chart.waitFor();
    expect(await failed.count()).toBe(0);
    expect(logged(visitor)).toBe(1);
  });

  it("such as a chart is logged again after a failed retry, and is gone on the next page", async () => {
    const { visitor, page, first, chart, failed, giveBack } = await openFailingChart("en");
    await failed.getByRole("button").click();
    await expect.poll(() => logged(visitor)).toBe(2);
    await failed.waitFor();
    await giveBack();
    await page.goBack();
    await page.locator(`main a[href="${first}"]`).waitFor();
    await goTo(page, first);
    await chart.waitFor();
    expect(await failed.count()).toBe(0);
  });
});

describe("an error in the whole page", () => {
  /** The page's own chunk, with a component that throws. */
  async function plantInPage(page: Page, name: string): Promise<void> {
    await page.route(`**/assets/${name}-*.js`, async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      const planted = `function planted(){throw new Error("planted")}`;
      await route.fulfill({
        response,
        body: body.replace(/export\{[\w$]+ as/, `${planted}export{planted as`),
      });
    });
  }

  it("shows the error page inside the layout, is logged once, and is gone on the next page", async () => {
    const visitor = await openTab();
    const { page } = visitor;
    await page.goto(`${site.url}/de/terms`);
    await untilHydrated(page);
    await plantInPage(page, "instruction-page");
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

  it("is shown if it occurs while the document hydrates", async () => {
    const visitor = await openTab();
    const { page } = visitor;
    await plantInPage(page, "instruction-page");
    await page.goto(`${site.url}/en/instruction`);
    await usePage(page);
    await page.locator(".error-page h1").waitFor();
    expect(await page.locator("main h1").count()).toBe(1);
    await goTo(page, "/en/about");
    await page.waitForFunction(() => document.title.startsWith("About"));
  });

  it("that no error boundary catches shows the error page in the document, and is logged once", async () => {
    const visitor = await openTab();
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
    const visitor = await openTab();
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

  it("that occurs while mounting after hydration shows the error page, which is gone on the next page", async () => {
    const visitor = await openTab();
    const { page } = visitor;
    await page.addInitScript(() => {
      window.requestIdleCallback = () => {
        throw new Error("planted");
      };
    });
    await page.goto(`${site.url}/en/terms`);
    await usePage(page);
    await page.locator(".error-page h1").waitFor();
    expect(visitor.complaints.filter((line) => line.includes("Error while mounting"))).toHaveLength(1);
    expect(await page.locator(".site-header").count()).toBe(1);
    await goTo(page, "/en/about");
    await page.waitForFunction(() => document.title.startsWith("About"));
    expect(await page.locator(".error-page").count()).toBe(0);
    expect(await page.locator("main h1").count()).toBe(1);
  });
});

describe("the sign-in dialog, if its code cannot be loaded,", () => {
  it("shows an error, leaves the page as it is, and opens after a reload once the code is available", async () => {
    const { page } = await openTab();
    await page.addInitScript(() =>
      Object.defineProperty(window, "sessionStorage", {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      }),
    );
    await page.goto(`${site.url}/en/traders`);
    await untilHydrated(page);
    await page.route("**/assets/sign-in-dialog-*.js", (route) => route.fulfill({ status: 404, body: "" }));
    const follow = page.getByRole("button", { name: /^Follow / }).first();
    await follow.click();
    await page.locator(".toast--error").getByText("A part of this page could not be loaded.").waitFor();
    expect(await page.locator("main table").count()).toBe(1);
    await page.unroute("**/assets/sign-in-dialog-*.js");
    // Until then some browsers answer a repeated import with its first failure.
    await page.reload();
    await untilHydrated(page);
    await follow.click();
    await page.locator("dialog:modal").waitFor();
  });
});

describe("an API response", () => {
  const DOWN = { status: 501, body: { detail: "Down.", code: "down" } };
  let upstream: Server;
  let answer: { readonly status: number; readonly body: object } = DOWN;
  let down: Site;

  beforeAll(async () => {
    upstream = createServer((_request, response) => {
      response.statusCode = answer.status;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(answer.body));
    });
    const port = await new Promise<number>((resolve) => {
      upstream.listen(0, "127.0.0.1", () => {
        const address = upstream.address();
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
    const vars = { API_PARTS: "auth,signals,traders,ledger" };
    down = await startSite({ apiBaseUrl: `http://127.0.0.1:${port}`, vars });
  });

  afterAll(async () => {
    await down?.close();
    upstream.close();
  });

  const FAILED = "This could not be loaded.";
  const mainText = async (page: Page) => (await page.locator("main").innerText()).replaceAll(/\s+/g, " ");

  it("that cannot be displayed affects only its part of the page, on the server and in the browser", async () => {
    answer = { status: 200, body: { seq: 12, at: "soon", hash: "c0".repeat(32) } };
    const visitor = await openTab();
    const { page } = visitor;
    const response = await page.goto(`${down.url}/en/about`);
    expect(response?.status()).toBe(500);
    expect(await page.getByRole("alert").getByText(FAILED).count()).toBe(1);
    await untilHydrated(page);
    const faults = () => visitor.complaints.filter((line) => line.includes("RangeError"));
    await expect.poll(faults).toHaveLength(1);
    expect(await page.getByRole("alert").getByText(FAILED).count()).toBe(1);
    expect(await page.locator("main h2").count()).toBeGreaterThan(5);
  });

  it("that is an error shows the same message in a document, without JavaScript and after a navigation, until a retry succeeds", async () => {
    answer = DOWN;
    const plain = await openVisitor(browser, { javaScriptEnabled: false });
    await plain.page.goto(`${down.url}/en/signal`);
    await plain.page.getByText(FAILED).waitFor();
    expect(await plain.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await plain.leave();

    const { page } = await openTab();
    await page.goto(`${down.url}/en/signal`);
    await untilHydrated(page);
    await page.getByRole("alert").getByText(FAILED).waitFor();
    const asDocument = await mainText(page);
    let documents = 0;
    await page.goto(`${down.url}/en/terms`);
    await untilHydrated(page);
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents += 1;
    });
    await goTo(page, "/en/signal");
    await page.getByRole("alert").getByText(FAILED).waitFor();
    await expect.poll(() => mainText(page)).toBe(asDocument);
    expect(documents).toBe(0);

    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator('[role="alert"] button:not([aria-busy])').waitFor();
    answer = { status: 200, body: { results: [], next: null } };
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No signal has been published yet").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
