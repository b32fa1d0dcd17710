/** A trader's record on other sites, and links that are copied and shared. */
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BADGE_SIZE, FRAME_HEIGHT } from "#client/pages/traders/embed/embed-code.ts";
import { LANGUAGES } from "#shared/site/languages.ts";
import { badgeHref, embedHref } from "#shared/site/routes.ts";
import {
  findByAxe,
  findLosses,
  findSmallTargets,
  NARROW,
  ZOOMED_FOURFOLD,
} from "#tests/support/examine-page.ts";
import { listen, stop } from "#tests/support/local-server.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { startSite } from "#tests/support/site.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";

const HANDLE = "north-light";
const LONGEST = "slow-water";

const { site, browser, open } = await openSiteAndBrowser(startSite);
const signal = { path: "" };

/** Another origin, whose only page holds what was pasted into it. */
let pasted = "";
const elsewhere = createServer((_request, response) => {
  response.setHeader("Content-Type", "text/html");
  response.end(`<!DOCTYPE html><html lang="en"><title>Elsewhere</title><body>${pasted}`);
});

const origin = await listen(elsewhere);

beforeAll(async () => {
  await seedRecord(site.db, { signals: 400, endMs: Date.now() });
  // Past the bounds of the API: no name takes more bytes.
  await site.db.prepare("UPDATE traders SET name = ? WHERE handle = ?").bind("𝕎".repeat(80), LONGEST).run();
  const newest = await site.db.prepare("SELECT id FROM signals LIMIT 1").first<{ id: string }>();
  signal.path = `/en/signal/${newest?.id}`;
});
afterAll(() => stop(elsewhere));

async function openElsewhere(html: string, width = 600) {
  pasted = html;
  const visitor = await openVisitor(browser, { viewport: { width, height: 900 } });
  await visitor.page.goto(origin);
  return visitor;
}

/** As a visitor would who lets the site write to the clipboard. */
async function openTrader(language: string) {
  const visitor = await openVisitor(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await visitor.page.goto(`${site.url}/${language}/traders/${HANDLE}`);
  await untilHydrated(visitor.page);
  await visitor.page.locator(".record-details > summary").click();
  await visitor.page.locator("details.embed > summary").click();
  return visitor;
}

describe("the code to embed a trader's record", () => {
  it("is copied from the trader's page, with a confirmation", async () => {
    const { page } = await openTrader("en");
    const copied: string[] = [];
    for (const name of ["Copy Frame (HTML)", "Copy Badge (HTML)", "Copy Badge (Markdown)"]) {
      const button = page.getByRole("button", { name });
      await button.click();
      await page.locator(".copy-text").filter({ has: button }).getByText("Copied", { exact: true }).waitFor();
      copied.push(await page.evaluate(() => navigator.clipboard.readText()));
    }
    const [frame = "", badge = "", markdown = ""] = copied;
    const trader = `${site.url}/en/traders/${HANDLE}`;
    const picture = site.url + badgeHref("en", HANDLE);
    expect(frame).toContain(
      `<iframe src="${site.url}${embedHref("en", HANDLE)}" title="History of North Light at Tidemark"`,
    );
    expect(badge).toContain(
      `<a href="${trader}"><img src="${picture}" alt="History of North Light at Tidemark"`,
    );
    expect(markdown).toBe(`[![History of North Light at Tidemark](${picture})](${trader})`);

    const other = await openElsewhere(frame + badge);
    const framed = other.page.frameLocator("iframe");
    await framed.getByRole("heading", { name: "North Light" }).waitFor();
    const link = framed.getByRole("link", { name: "Full history at Tidemark" });
    const [opened] = await Promise.all([other.page.waitForEvent("popup"), link.click()]);
    await opened.waitForURL(trader);
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    const image = other.page.locator("img");
    await expect
      .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBe(BADGE_SIZE.width);
    expect(other.complaints).toEqual([]);
  });

  it("shows a small frame and badge, in which nothing scrolls", async () => {
    for (const handle of [HANDLE, LONGEST]) {
      for (const [href, most] of [
        [embedHref, 8 * 1024],
        [badgeHref, 4 * 1024],
      ] as const) {
        const response = await fetch(site.url + href("de", handle));
        expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(most);
      }
    }
    const { page } = await openVisitor(browser);
    for (const width of [NARROW.width - 32, 480]) {
      await page.setViewportSize({ width, height: FRAME_HEIGHT });
      await page.goto(site.url + embedHref("de", HANDLE));
      const surplus = await page.evaluate(() => {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
        return [scrollHeight - clientHeight, scrollWidth - clientWidth];
      });
      expect(surplus, `${width} px`).toEqual([0, 0]);
    }
  });

  it.each(["dark", "light"] as const)("shows an accessible frame in a %s window", async (colorScheme) => {
    for (const handle of [HANDLE, LONGEST]) {
      const { page } = await openVisitor(browser, { colorScheme, viewport: NARROW });
      await page.goto(site.url + embedHref("de", handle));
      expect(await findByAxe(page)).toEqual([]);
      expect(await findSmallTargets(page)).toEqual([]);
      await page.setViewportSize(ZOOMED_FOURFOLD);
      expect(await findLosses(page)).toEqual([]);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(ground).toBe(colorScheme === "dark" ? "rgb(11, 18, 32)" : "rgb(244, 247, 250)");
    }
  });

  it("shows a badge with its own styles, in which all text fits", async () => {
    for (const language of LANGUAGES) {
      const { page, complaints } = await openVisitor(browser, { colorScheme: "light" });
      await page.goto(site.url + badgeHref(language, HANDLE));
      const { ground, title, rights } = await page.evaluate(() => ({
        ground: getComputedStyle(document.querySelector(".ground") ?? document.documentElement).fill,
        title: document.querySelector("title")?.textContent,
        rights: Array.from(document.querySelectorAll("text"), (text) => text.getBoundingClientRect().right),
      }));
      expect(ground).toBe("rgb(244, 247, 250)");
      expect(title).toMatch(/North Light.*n = \d+/);
      expect(Math.max(...rights), language).toBeLessThanOrEqual(BADGE_SIZE.width - 11);
      expect(complaints).toEqual([]);
    }
  });

  it("can be selected without JavaScript, and has no buttons then", async () => {
    const visitor = await openVisitor(browser, { javaScriptEnabled: false });
    await visitor.page.goto(`${site.url}/de/traders/${HANDLE}`);
    await visitor.page.locator(".record-details > summary").click();
    await visitor.page.locator("details.embed > summary").click();
    await visitor.page.getByText("<iframe src=").waitFor();
    expect(await visitor.page.locator("details.embed button:visible, .share:visible").count()).toBe(0);
  });
});

describe("a link", () => {
  it("is copied by keyboard from a signal's page, with a confirmation", async () => {
    const { page } = await open(signal.path, {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Copy link" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + signal.path);
  });

  it("that may not be copied causes a hint to use the address bar", async () => {
    const { page } = await openVisitor(browser);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) },
      });
    });
    await page.goto(site.url + signal.path);
    await untilHydrated(page);
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("Copy the address from the address bar.").waitFor();
  });

  it("is shared on devices that can, and cancelling is not an error", async () => {
    const { page } = await openVisitor(browser);
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(navigator, {
        shared,
        share: async (data: unknown) => {
          shared.push(data);
          if (shared.length > 1) throw new DOMException("", shared.length > 2 ? "DataError" : "AbortError");
        },
      });
    });
    await page.goto(`${site.url}/en/traders/${HANDLE}`);
    await untilHydrated(page);
    await page.locator(".record-details > summary").click();
    const share = page.getByRole("button", { name: "Share", exact: true });
    const shared = () => page.evaluate(() => Reflect.get(navigator, "shared"));
    const record = { title: "History of North Light at Tidemark", url: `${site.url}/en/traders/${HANDLE}` };
    for (const times of [1, 2]) {
      await share.click();
      await expect.poll(shared).toHaveLength(times);
      expect(await page.getByRole("alert").count()).toBe(0);
    }
    expect(await shared()).toEqual([record, record]);
    await share.click();
    await page.getByRole("alert").getByText("Copy the link instead.").waitFor();
  });
});
