/** The header: its one row, its menus, and what a member sees. */
import { describe, expect, it } from "vitest";
import { findByAxe, findLosses, findSmallTargets, NARROW } from "#tests/support/examine-page.ts";
import { openMember, openStaff, signOut } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";
import { LANGUAGES } from "#shared/site/languages.ts";

const { site, browser } = await openSiteAndBrowser();

describe("the header", () => {
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
    await signOut(page);
    await signIn.waitFor();
    await context.close();
  });

  it("opens the account links and the rest on a phone with one button each, and returns the focus", async () => {
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
    await page.getByRole("button", { name: "Menü" }).click();
    expect(await findLosses(page)).toEqual([]);
    await page.getByRole("link", { name: "Lesehilfe" }).click();
    await page.waitForURL(`${site.url}/de/instruction`);
    await page.getByRole("button", { name: "FR Français" }).waitFor({ state: "hidden" });
    await page.goBack();
    await page.getByRole("button", { name: "Menü" }).click();
    await page.getByRole("button", { name: "FR Français" }).click();
    await page.waitForURL(`${site.url}/fr/signal?outcome=won`);
    await context.close();
  });

  it.each(LANGUAGES)(
    "is one row of 56 px at every width in %s, and sticks above what links lead to",
    async (language) => {
      const { page, leave } = await openVisitor(browser);
      await page.goto(`${site.url}/${language}/verify`);
      for (const width of [320, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        const header = await page.locator(".site-header").boundingBox();
        expect([width, header?.height, await findLosses(page)]).toEqual([width, 56, []]);
      }
      await page.click('a[href="#tricks"]');
      const top = () => page.locator("#tricks").evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(top).toBeLessThan(120);
      expect(await top()).toBeGreaterThanOrEqual(56);
      expect((await page.locator(".site-header").boundingBox())?.y).toBe(0);
      await leave();
    },
  );

  it("opens the languages on a phone without script", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW });
    const page = await context.newPage();
    await page.goto(`${site.url}/en/traders`);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "ES Español" }).click();
    await page.waitForURL(`${site.url}/es/traders`);
    await context.close();
  });
});
