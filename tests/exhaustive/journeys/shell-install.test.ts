import { expect, it } from "vitest";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, open } = await openSiteAndBrowser();

it("the offer to install does not miss an early event, comes with the next page in its flow, and opens the browser's dialog", async () => {
  // As soon as the document is parsed, before any module has run.
  const offerEarly = () =>
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive") return;
      const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
        prompt: async () => void (document.documentElement.dataset["prompted"] = "yes"),
        userChoice: Promise.resolve({ outcome: "accepted" }),
      });
      window.dispatchEvent(event);
      document.documentElement.dataset["suppressed"] = String(event.defaultPrevented);
    });
  const { page, complaints } = await open("/en", { before: (tab) => tab.addInitScript(offerEarly) });
  await page.waitForLoadState("networkidle");
  const offer = page.locator(".offer");
  expect(await offer.count()).toBe(0);
  await page.click('header a[href="/en/signal"]');
  expect(await offer.evaluate((element) => getComputedStyle(element).position)).toBe("static");
  await offer.getByRole("button").first().click();
  await page.waitForFunction(() => document.documentElement.dataset["prompted"] === "yes");
  expect(await page.getAttribute("html", "data-suppressed")).toBe("true");
  await offer.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

it("the web manifest lists icons, shortcuts and screenshots that exist in the stated sizes", async () => {
  const { page } = await open("/de");
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
});
