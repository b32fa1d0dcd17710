import { expect, it } from "vitest";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

const VIEWS = {
  profile: ["account", "following", "security"],
  admin: [
    "signals",
    "queue",
    "queue&state=running",
    "corrections",
    "traders",
    "accounts",
    "audit",
    "keys",
    "messages",
    "witnesses",
    "vitals",
  ],
};

const { site, browser } = await openSiteAndBrowser();

it.each([390, 1280])("nothing moves on profile and admin pages at %i px while data loads", async (width) => {
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
