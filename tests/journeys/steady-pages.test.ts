import { beforeAll, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { openStaff } from "#tests/support/member.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";
import { seedRecord } from "#worker/local/seed-record.ts";

const VIEWS = {
  profile: ["account", "following", "security"],
  admin: ["signals", "traders", "accounts", "audit", "keys", "failures", "vitals"],
};

const { site, browser } = await openSiteAndBrowser(startSite);

beforeAll(() => seedRecord(site.db, { signals: 50, endMs: Date.UTC(2026, 10, 21, 12) }));

it.each([390, 1280])("profile and admin stand still at %i px while their data comes", async (width) => {
  const context = await openStaff(browser, site);
  const page = await context.newPage();
  await page.setViewportSize({ width, height: 800 });
  await page.addInitScript(watchLayoutShifts);
  // Slow enough that what stands in its place meanwhile is painted.
  await page.route("**/api/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  for (const [path, views] of Object.entries(VIEWS)) {
    for (const view of views) {
      await page.goto(`${site.url}/de/${path}?view=${view}`);
      await untilHydrated(page);
      await page.locator(".views section").first().waitFor();
      await page.locator("main .skeleton").first().waitFor({ state: "detached" });
      expect(await page.evaluate(() => window.layoutShifts), `${path} ${view}`).toEqual([]);
    }
  }
  await context.close();
});

it.each(LANGUAGES)("public pages stand still on a phone in %s as they come to life", async (language) => {
  const visitor = await openVisitor(browser, { viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await page.addInitScript(watchLayoutShifts);
  for (const path of ["", "/signal", "/traders", "/traders/north-light", "/about", "/login"]) {
    await page.goto(`${site.url}/${language}${path}`);
    await untilHydrated(page);
    await page.waitForLoadState("networkidle");
    for (const line of await page.locator(".live-line").all())
      await line.and(page.locator('[data-mode="live"]')).waitFor();
    expect(await page.evaluate(() => window.layoutShifts), path).toEqual([]);
  }
  await visitor.leave();
});
