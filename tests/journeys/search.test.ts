/** What search engines and link previews are given by the whole site, beside what a browser makes of it. */
import { expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { pageHref } from "#shared/routes.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const CRAWLER = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

const { site, browser } = await openSiteAndBrowser();

it("robots.txt leads to the sitemaps, and those to pages that stand", async () => {
  const robots = await fetch(`${site.url}/robots.txt`).then((response) => response.text());
  const [, sitemap = ""] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  expect(sitemap).toBe(`${site.url}/sitemap.xml`);
  const visitor = await openVisitor(browser);
  await visitor.page.goto(sitemap);
  const locations = () =>
    visitor.page.evaluate(() =>
      Array.from(document.getElementsByTagName("loc"), (element) => element.textContent ?? ""),
    );
  const [pages = ""] = await locations();
  await visitor.page.goto(pages);
  const named = await locations();
  expect(named).toHaveLength(45);
  for (const address of named) expect((await fetch(address)).status, address).toBe(200);
  await visitor.leave();
});

it("the picture of every language is an image that a browser can show, at the size announced", async () => {
  const visitor = await openVisitor(browser);
  for (const language of LANGUAGES) {
    await visitor.page.goto(site.url + pageHref(language, "about"));
    const property = (name: string) => visitor.page.getAttribute(`meta[property="${name}"]`, "content");
    const address = (await property("og:image")) ?? "";
    const response = await fetch(address);
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const size = await visitor.page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, address);
    expect(size.map(String)).toEqual([await property("og:image:width"), await property("og:image:height")]);
  }
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

it("structured data stays as it was when the page comes alive and moves on, and no policy is broken", async () => {
  const visitor = await openVisitor(browser);
  const block = visitor.page.locator('script[type="application/ld+json"]');
  await visitor.page.goto(`${site.url}/de/terms`);
  const before = await block.textContent();
  expect(JSON.parse(before ?? "")).toMatchObject({ "@context": "https://schema.org" });
  await untilHydrated(visitor.page);
  expect(await block.count()).toBe(1);
  expect(await block.textContent()).toBe(before);
  await visitor.page.click('a[href="/de/privacy-policy"]');
  await visitor.page.waitForURL("**/de/privacy-policy");
  await visitor.page.waitForFunction(() =>
    document.querySelector('link[rel="canonical"]')?.getAttribute("href")?.endsWith("/de/privacy-policy"),
  );
  expect(await visitor.page.locator('link[rel="canonical"]').count()).toBe(1);
  expect(await visitor.page.locator('link[rel="alternate"][hreflang="x-default"]').count()).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

it("a crawler without JavaScript reads what a reader with it sees", async () => {
  const reader = await openVisitor(browser);
  const crawler = await openVisitor(browser, { userAgent: CRAWLER, javaScriptEnabled: false });
  for (const page of ["home", "about", "signal", "traders", "instruction"] as const) {
    const address = site.url + pageHref("it", page);
    await crawler.page.goto(address);
    await reader.page.goto(address);
    await untilHydrated(reader.page);
    const headings = "main :is(h1, h2, h3)";
    const read = await crawler.page.locator(headings).allInnerTexts();
    expect(read.length, page).toBeGreaterThan(0);
    expect(read, page).toEqual(await reader.page.locator(headings).allInnerTexts());
  }
  await crawler.leave();
  await reader.leave();
});

it("the API's description is served past the files' own way out, with the headers of an answer", async () => {
  const response = await fetch(`${site.url}/api/openapi.json`);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ openapi: "3.1.1" });
});
