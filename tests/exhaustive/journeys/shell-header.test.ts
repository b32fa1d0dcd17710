/** The header: its parts do not overlap in any language; on a narrow screen account and languages are one button each. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#shared/languages.ts";
import { findByAxe, findLosses, findSmallTargets, NARROW } from "#tests/support/examine-page.ts";
import { watchLayoutShifts } from "#tests/support/layout-shifts.ts";
import { openMember, openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

/** Between the words of two links beside each other. */
const LEAST_GAP_PX = 8;

const { site, browser } = await openSiteAndBrowser();

/** The smallest distance between two texts in one row of the header, and how far the header sticks out of the window. */
function measureHeader(page: Page): Promise<{ gap: number; surplus: number }> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLElement>(".site-header :is(a, button)")];
    const boxes = controls
      .filter((control) => control.getClientRects().length > 0)
      .map((control) => {
        const words = document.createRange();
        words.selectNodeContents(
          control.matches(".button, .header-menu__open") ? control : (control.firstChild ?? control),
        );
        return words.getBoundingClientRect();
      });
    const gaps = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        const isSameRow = one.top < other.bottom && other.top < one.bottom;
        return isSameRow ? [Math.max(one.left, other.left) - Math.min(one.right, other.right)] : [];
      }),
    );
    const { scrollWidth, clientWidth } = document.documentElement;
    return { gap: Math.min(...gaps), surplus: scrollWidth - clientWidth };
  });
}

describe("the header", () => {
  it.each(["visitor", "staff"])("keeps its parts apart and in the window, for %s", async (who) => {
    const context =
      who === "staff"
        ? await openStaff(browser, site)
        : await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    for (const language of LANGUAGES) {
      await page.goto(`${site.url}/${language}/about`);
      await untilHydrated(page);
      if (who === "staff")
        await page.locator(`header a[href="/${language}/admin"]`).waitFor({ state: "attached" });
      for (const width of [320, 390, 480, 640, 800, 960, 1024, 1152, 1280]) {
        await page.setViewportSize({ width, height: 600 });
        const { gap, surplus } = await measureHeader(page);
        expect(gap, `${language} at ${width} px`).toBeGreaterThanOrEqual(LEAST_GAP_PX);
        expect(surplus, `${language} at ${width} px`).toBe(0);
      }
    }
    await context.close();
  });

  it.each([
    ["a member", openMember],
    ["staff", openStaff],
  ])("reserves space for %s before the session is known, so that nothing moves", async (_who, open) => {
    const context = await open(browser, site);
    const page = await context.newPage();
    await page.addInitScript(watchLayoutShifts);
    for (const language of LANGUAGES) {
      for (const width of [320, 390, 640, 1024, 1152, 1280]) {
        await page.setViewportSize({ width, height: 600 });
        await page.goto(`${site.url}/${language}/terms`);
        await untilHydrated(page);
        await page
          .locator(`header a[href="/${language}/${open === openStaff ? "admin" : "profile"}"]`)
          .waitFor({ state: "attached" });
        expect(await page.evaluate(() => window.layoutShifts), `${language} at ${width} px`).toEqual([]);
      }
    }
    await context.close();
  });

  it("shows a member the sign-in link only if the application fails to load or finds no session", async () => {
    const context = await openMember(browser, site);
    const page = await context.newPage();
    const held = Promise.withResolvers<void>();
    await page.route("**/assets/start-application-*.js", async (route) => {
      await held.promise;
      await route.abort();
    });
    await page.goto(`${site.url}/en/terms`, { waitUntil: "domcontentloaded" });
    const signIn = page.locator('header a[href^="/en/login"]');
    await signIn.waitFor({ state: "attached" });
    expect(await signIn.isVisible()).toBe(false);
    held.resolve();
    await signIn.waitFor();
    await page.unroute("**/assets/start-application-*.js");
    await page.reload();
    await page.locator(".account-nav button.button").click();
    await signIn.waitFor();
    await context.close();
  });

  it("opens the languages and the account links on a phone with one button each, and returns the focus", async () => {
    const context = await openStaff(browser, site);
    const page = await context.newPage();
    await page.setViewportSize(NARROW);
    await page.goto(`${site.url}/de/signal?outcome=won`);
    await untilHydrated(page);
    const account = page.getByRole("button", { name: "Konto" });
    await account.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Verwaltung" }).waitFor();
    // What the menu covers until it is closed is no target meanwhile.
    const findings = await findByAxe(page);
    expect(
      findings.filter((finding) => !finding.startsWith('target-size: <a class="site-nav__link"')),
    ).toEqual([]);
    expect(await findSmallTargets(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await page.getByRole("link", { name: "Verwaltung" }).isVisible()).toBe(false);
    expect(await account.evaluate((button) => button === document.activeElement)).toBe(true);
    await account.click();
    await page.getByRole("link", { name: "Profil" }).click();
    await page.waitForURL(`${site.url}/de/profile`);
    await page.getByRole("link", { name: "Profil" }).waitFor({ state: "hidden" });
    await page.goBack();
    await page.getByRole("button", { name: "DE Sprache: Deutsch" }).click();
    expect(await findLosses(page)).toEqual([]);
    await page.getByRole("button", { name: "FR Français" }).click();
    await page.waitForURL(`${site.url}/fr/signal?outcome=won`);
    await context.close();
  });

  it("opens the languages on a phone without script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW });
    const page = await context.newPage();
    await page.goto(`${site.url}/en/traders`);
    await page.getByRole("button", { name: "EN Language: English" }).click();
    await page.getByRole("button", { name: "ES Español" }).click();
    await page.waitForURL(`${site.url}/es/traders`);
    await context.close();
  });
});
