import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilPainted } from "#tests/support/until-painted.ts";
import { openVisitor, untilHydrated, type Visitor, withoutWorkers } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

const WINDOW = { width: 1000, height: 600 };

async function openTab(): Promise<Visitor> {
  const visitor = await openVisitor(browser, { viewport: WINDOW });
  await withoutWorkers(visitor.page);
  return visitor;
}

function untilTitle(page: Page, start: string): Promise<unknown> {
  return page.waitForFunction((text) => document.title.startsWith(text), start);
}

function announcement(page: Page): Promise<string | null> {
  return page.locator('p[role="status"].visually-hidden').textContent();
}

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}

describe("a client navigation", () => {
  it("moves the focus to the heading, announces the title and starts at the top", async () => {
    const { page, complaints } = await openTab();
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.evaluate(() => window.scrollTo(0, 400));
    await page.locator('footer a[href="/en/privacy-policy"]').click();
    await untilTitle(page, "Privacy");
    await page.waitForFunction(() => document.activeElement?.tagName === "H1");
    expect(await announcement(page)).toBe(await page.title());
    await expect.poll(() => scrollOf(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("back restores the scroll position", async () => {
    const { page } = await openTab();
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/en/about"]')?.click());
    await untilTitle(page, "About");
    await page.goBack();
    await untilTitle(page, "Terms");
    await expect.poll(() => scrollOf(page)).toBe(700);
  });

  it("by a click right after going back is not lost", async () => {
    const { page, complaints } = await openTab();
    await page.goto(`${site.url}/de/instruction`);
    await untilHydrated(page);
    for (const pauseMs of [0, 5, 30, 80]) {
      await page.click('header a[href="/de/traders"]');
      await untilTitle(page, "Rangliste");
      await page.evaluate(async (waitMs) => {
        history.back();
        await new Promise((resolve) => addEventListener("popstate", resolve, { once: true }));
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        document.querySelector<HTMLElement>('footer a[href="/de/about"]')?.click();
      }, pauseMs);
      await untilTitle(page, "Über");
      await page.goBack();
      await page.waitForURL("**/de/instruction");
    }
    expect(complaints).toEqual([]);
  });

  it("is announced even if the visitor jumps to a hash before the page has arrived", async () => {
    const { page } = await openTab();
    await page.goto(`${site.url}/en/about`);
    await untilHydrated(page);
    await page.evaluate(() => {
      const heading = document.querySelector("h1");
      const look = () => {
        if (heading?.isConnected) requestAnimationFrame(look);
        else document.querySelector<HTMLElement>(".skip-link")?.click();
      };
      look();
    });
    const link = page.locator('footer a[href="/en/terms"]');
    await link.focus();
    await link.press("Enter");
    await page.waitForURL("**/en/terms#main");
    await expect.poll(() => announcement(page)).toBe(await page.title());
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  });

  it("to a hash of the same page scrolls there, without the loading bar or an announcement", async () => {
    const { page } = await openTab();
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    const link = page.locator('main a[href^="#"]').first();
    const id = (await link.getAttribute("href"))?.slice(1) ?? "";
    await link.click();
    await page.waitForURL(`**#${id}`);
    await expect
      .poll(() => page.locator(`[id="${id}"]`).evaluate((at) => at.getBoundingClientRect().top < 200))
      .toBe(true);
    await page.evaluate(untilPainted);
    expect(await announcement(page)).toBe("");
    expect(await page.getAttribute(".loading-bar", "data-visible")).toBe("false");
  });
});

describe("the loading bar", () => {
  it("is shown while a page takes long to load, and then full until it disappears", async () => {
    const { page } = await openTab();
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/assets/about-page-*.js", async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`${site.url}/en/terms`);
    await untilHydrated(page);
    const bar = page.locator(".loading-bar");
    expect(await bar.getAttribute("data-visible")).toBe("false");
    await page.click('footer a[href="/en/about"]');
    await expect.poll(() => bar.getAttribute("data-visible")).toBe("true");
    release();
    await untilTitle(page, "About");
    await expect.poll(() => bar.evaluate((element: HTMLProgressElement) => element.value)).toBe(100);
    await expect.poll(() => bar.getAttribute("data-visible")).toBe("false");
  });
});
