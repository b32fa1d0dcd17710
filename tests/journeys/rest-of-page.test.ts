import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/seed-record.ts";

const { site, browser } = await openSiteAndBrowser(startSite);

// A second page shorter than the first.
beforeAll(() => seedRecord(site.db, { signals: 40, endMs: Date.UTC(2026, 10, 21, 12) }));

const TALL: BrowserContextOptions = { viewport: { width: 1280, height: 2000 } };

async function openAt(path: string, options?: BrowserContextOptions): Promise<Visitor> {
  const visitor = await openVisitor(browser, options);
  await visitor.page.goto(site.url + path);
  await untilHydrated(visitor.page);
  return visitor;
}

/** From now on, `counts` of the page are how many elements match when they first do, and after every change of the page. */
async function watch(page: Page, selector: string): Promise<() => Promise<number[]>> {
  await page.evaluate((watched) => {
    const counts: number[] = [];
    const look = () => {
      const count = document.querySelectorAll(watched).length;
      if (count > 0 && count !== counts.at(-1)) counts.push(count);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
    Object.assign(window, { counts });
  }, selector);
  return () => page.evaluate(() => (window as unknown as { counts: number[] }).counts);
}

describe("a page reached by a link", () => {
  it("begins with as many rows as fill the screen, and has all of them at once after", async () => {
    const { page, complaints, leave } = await openAt("/en/terms");
    const counts = await watch(page, "tbody tr");
    await page.evaluate(() => {
      const rows = document.getElementsByTagName("tr");
      new MutationObserver((_changes, observer) => {
        if (rows.length === 0) return;
        observer.disconnect();
        const note = () =>
          Object.assign(window, { countAtPaint: document.querySelectorAll("tbody tr").length });
        requestAnimationFrame(note);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.click('header a[href="/en/signal"]');
    await expect.poll(counts).toEqual([7, 25]);
    expect(await page.locator("main h2").count()).toBe(2);
    expect(await page.evaluate("countAtPaint")).toBe(7);
    expect(complaints).toEqual([]);
    await leave();
  });

  it("begins with the first sections of a text", async () => {
    const { page, leave } = await openAt("/en/signal");
    const counts = await watch(page, "article > section");
    await page.click('header a[href="/en/instruction"]');
    await expect.poll(counts).toEqual([2, 10]);
    await leave();
  });

  it("is whole at once when another view of it comes", async () => {
    const { page, leave } = await openAt("/en/terms");
    await page.click('header a[href="/en/signal"]');
    await page.locator("tbody tr").nth(24).waitFor();
    const counts = await watch(page, "tbody tr");
    await page.click('a[rel="next"]');
    await expect.poll(async () => (await counts()).at(-1)).toBe(15);
    expect(Math.min(...(await counts()))).toBe(15);
    await leave();
  });

  it("begins anew where it is come back to by a link before the page between is whole", async () => {
    const { page, leave } = await openAt("/en/instruction");
    // Both are there when they are pressed.
    await page.waitForLoadState("networkidle");
    await page.hover('header a[href="/en/about"]');
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      const press = (name: string) =>
        document.querySelector<HTMLElement>(`header a[href="/en/${name}"]`)?.click();
      const heading = () => document.querySelector("h1")?.textContent;
      const start = heading();
      const counts: number[] = [];
      let hasLeft = false;
      new MutationObserver(() => {
        if (heading() === start) {
          const count = document.querySelectorAll("article > section").length;
          if (hasLeft && count !== counts.at(-1)) counts.push(count);
        } else if (!hasLeft) {
          hasLeft = true;
          // The rest has been asked for in this frame, and has not come.
          requestAnimationFrame(() => requestAnimationFrame(() => press("instruction")));
        }
      }).observe(document, { childList: true, subtree: true });
      Object.assign(window, { counts });
      press("about");
    });
    await expect.poll(() => page.evaluate("counts.at(-1)")).toBe(10);
    await page.waitForTimeout(300);
    expect(await page.evaluate("counts")).toEqual([2, 10]);
    await leave();
  });

  it("is whole at once when another view of it comes right after the way back", async () => {
    const { page, leave } = await openAt("/en/signal");
    await page.waitForLoadState("networkidle");
    await page.hover('a[rel="next"]');
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/en/about"]')?.click());
    await page.locator("article > section").nth(6).waitFor();
    const counts = await watch(page, "tbody tr");
    await page.evaluate(() => {
      new MutationObserver((_changes, observer) => {
        const next = document.querySelector<HTMLElement>('a[rel="next"]');
        if (!next) return;
        observer.disconnect();
        next.click();
      }).observe(document, { childList: true, subtree: true });
      history.back();
    });
    await expect.poll(async () => (await counts()).at(-1)).toBe(15);
    expect(await counts()).toEqual([25, 15]);
    await leave();
  });

  it("leaves the footer of a short page where it is", async () => {
    const { page, leave } = await openAt("/en/terms", TALL);
    const counts = await watch(page, ".rest-of-page-space");
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href^="/en/login"]')?.click());
    await page.waitForFunction(
      () => location.pathname === "/en/login" && document.querySelector("main form"),
    );
    await page.waitForTimeout(100);
    expect(await counts()).toEqual([]);
    await leave();
  });

  it("does not show the footer before the rest, however tall the window", async () => {
    const { page, leave } = await openAt("/en/signal", TALL);
    const counts = await watch(page, "article > section");
    await page.evaluate(() => {
      const footer = document.querySelector(".site-footer");
      const look = () => {
        if (!document.querySelector("article")) return;
        const { highest = Infinity } = window as { highest?: number };
        const top = footer?.getBoundingClientRect().top ?? 0;
        Object.assign(window, { highest: Math.min(highest, top) });
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    });
    await page.click('header a[href="/en/about"]');
    await expect.poll(counts).toEqual([2, 7]);
    expect(await page.evaluate(() => (window as { highest?: number }).highest)).toBeGreaterThanOrEqual(2000);
    await leave();
  });

  it("is whole at once where the link names a place in it, which is shown", async () => {
    const { page, leave } = await openAt("/en/traders");
    const counts = await watch(page, "article > section");
    await page.click('main a[href="/en/instruction#ranking"]');
    await page.waitForFunction(() => {
      const top = document.querySelector("#ranking")?.getBoundingClientRect().top;
      return top !== undefined && Math.abs(top) < 200;
    });
    expect(await counts()).toEqual([10]);
    await leave();
  });

  it("is whole at once on the way back, and scrolled to where it was", async () => {
    const { page, leave } = await openAt("/en/terms");
    await page.click('header a[href="/en/signal"]');
    await page.locator("tbody tr").nth(24).scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => window.scrollY);
    expect(scrolled).toBeGreaterThan(500);
    await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/en/about"]')?.click());
    await page.waitForFunction(() => document.title.startsWith("About"));
    const counts = await watch(page, "tbody tr");
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    expect(await counts()).toEqual([25]);
    await leave();
  });
});
