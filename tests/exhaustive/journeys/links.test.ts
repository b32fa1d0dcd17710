import { describe, expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, type Visitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

async function openPage(path: string): Promise<Visitor> {
  const visitor = await openVisitor(browser);
  await visitor.page.goto(site.url + path);
  await untilHydrated(visitor.page);
  await visitor.page.evaluate(() => Object.assign(window, { isFirstDocument: true }));
  return visitor;
}

const isFirstDocument = ({ page }: Visitor) => page.evaluate(() => "isFirstDocument" in window);

describe("a link", () => {
  it("is marked in the header if it leads to the current page", async () => {
    const visitor = await openPage("/en/signal");
    const current = () => visitor.page.locator('header [aria-current="page"]').allTextContents();
    expect(await current()).toEqual(["Signals"]);
    await visitor.page.click('header a[href="/en/traders"]');
    await expect.poll(current).toEqual(["Ranking"]);
  });

  it("clicked with a modifier key is left to the browser", async () => {
    const visitor = await openPage("/en/terms");
    // What the browser makes of it is its own: a window that it opens late would be waited for in vain.
    await visitor.page.evaluate(() => {
      window.addEventListener("click", (event) => {
        document.title = event.defaultPrevented ? "taken" : "left";
        event.preventDefault();
      });
    });
    await visitor.page.click('footer a[href="/en/about"]', { modifiers: ["Control"] });
    expect(await visitor.page.title()).toBe("left");
    expect(new URL(visitor.page.url()).pathname).toBe("/en/terms");
  });

  it("to the current page adds no history entry", async () => {
    const visitor = await openPage("/en/terms");
    const before = await visitor.page.evaluate(() => history.length);
    await visitor.page.click('footer a[href="/en/about"]');
    await visitor.page.waitForURL("**/en/about");
    await visitor.page.click('footer a[href="/en/about"]');
    await expect.poll(() => visitor.page.evaluate(() => history.length)).toBe(before + 1);
  });

  it("with a hash scrolls to its target on another page", async () => {
    const visitor = await openPage("/en/traders");
    await visitor.page.click(".how-to-read > summary");
    await visitor.page.click('main a[href="/en/instruction#ranking"]');
    await visitor.page.waitForFunction(() => {
      const top = document.querySelector("#ranking")?.getBoundingClientRect().top;
      return top !== undefined && Math.abs(top) < 200;
    });
    expect(await isFirstDocument(visitor)).toBe(true);
  });

  it("to anything but a page in the same language loads a document", async () => {
    for (const href of ["/de/about", "/api/feeds/en/signals.json/", "/licences.txt"]) {
      const visitor = await openPage("/en/terms");
      await visitor.page.evaluate((to) => {
        const link = Object.assign(document.createElement("a"), { id: "to", href: to, textContent: "to" });
        document.querySelector("main p")?.append(link);
      }, href);
      await visitor.page.click("#to");
      await visitor.page.waitForURL(`**${href}`);
      expect(await isFirstDocument(visitor), href).toBe(false);
    }
  });
});
