/** The header of a member, and on a narrow screen, where account and languages are one button each. */
import { describe, expect, it } from "vitest";
import { findByAxe, findLosses, findSmallTargets, NARROW } from "#tests/support/examine-page.ts";
import { openMember, openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { untilHydrated } from "#tests/support/visitor.ts";

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
