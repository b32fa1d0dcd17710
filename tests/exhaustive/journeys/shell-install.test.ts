import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser();

/** The browser offers to install as soon as the document is parsed, before any module has run. */
function offerEarly(): void {
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => void (document.documentElement.dataset["prompted"] = "yes"),
      userChoice: Promise.resolve({ outcome: "accepted" }),
    });
    window.dispatchEvent(event);
    document.documentElement.dataset["suppressed"] = String(event.defaultPrevented);
  });
}

/** The offer comes with the next page, so that nothing shifts. */
async function openOffer(page: Page, language: string): Promise<Locator> {
  await page.addInitScript(offerEarly);
  await page.goto(`${site.url}/${language}`);
  await untilHydrated(page);
  await page.waitForLoadState("networkidle");
  expect(await page.locator(".offer").count()).toBe(0);
  await page.click(`header a[href="/${language}/signal"]`);
  return page.locator(".offer");
}

describe("the offer to install", () => {
  it("does not miss an early event, stands in the flow, and opens the browser's dialog", async () => {
    const { page, complaints, leave } = await openVisitor(browser);
    const offer = await openOffer(page, "en");
    expect(await offer.evaluate((element) => getComputedStyle(element).position)).toBe("static");
    await offer.getByRole("button").first().click();
    await page.waitForFunction(() => document.documentElement.dataset["prompted"] === "yes");
    expect(await page.getAttribute("html", "data-suppressed")).toBe("true");
    await offer.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
    await leave();
  });

  it("stays hidden once it was hidden", async () => {
    const { page, leave } = await openVisitor(browser);
    const offer = await openOffer(page, "de");
    await offer.getByRole("button").last().click();
    expect(await page.evaluate(() => localStorage.getItem("tidemark:hide-install"))).toBe("true");
    await page.reload();
    await untilHydrated(page);
    await page.waitForLoadState("networkidle");
    await page.click('header a[href="/de/traders"]');
    await page.waitForURL("**/de/traders");
    expect(await offer.count()).toBe(0);
    await leave();
  });
});

it("the web manifest lists icons, shortcuts and screenshots that exist in the stated sizes", async () => {
  const { page, leave } = await openVisitor(browser);
  await page.goto(`${site.url}/de`);
  const href = await page.getAttribute('link[rel="manifest"]', "href");
  const manifest = await page.evaluate(async (url) => (await fetch(url ?? "")).json(), href);
  expect(manifest.lang.slice(0, 2)).toBe("de");
  expect(manifest.start_url).toBe("/de");
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { url } of manifest.shortcuts) expect((await fetch(site.url + url)).status).toBe(200);
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    const response = await fetch(site.url + src);
    expect(response.headers.get("Content-Type"), src).toBe(type);
    if (sizes === "any") continue;
    const size = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
  await leave();
});
