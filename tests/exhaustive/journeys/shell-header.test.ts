/** The header: its one row, its menus, and what a member sees. */
import { expect, it } from "vitest";
import { findByAxe, findLosses, findSmallTargets, NARROW } from "#tests/support/examine-page.ts";
import { openMember, signOut, STAFF } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { LANGUAGES } from "#shared/site/languages.ts";

const { site, browser, open } = await openSiteAndBrowser();

it("the header shows a member the sign-in link only if the application fails to load or finds no session", async () => {
  const page = await (await openMember(browser, site)).newPage();
  const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/start-application-*.js", async (route) => {
    await isHeld;
    await route.abort();
  });
  await page.goto(`${site.url}/en/terms`, { waitUntil: "domcontentloaded" });
  const signIn = page.locator('header a[href^="/en/login"]');
  await signIn.waitFor({ state: "attached" });
  expect(await signIn.isVisible()).toBe(false);
  release();
  await signIn.waitFor();
  await page.unroute("**/assets/start-application-*.js");
  await page.reload();
  await signOut(page);
  await signIn.waitFor();
});

it("the header opens the account links and the rest on a phone with one button each, and returns the focus", async () => {
  const { page } = await open("/de/signal?outcome=won", { as: STAFF, viewport: NARROW });
  const account = page.getByRole("button", { name: "Konto" });
  await account.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "Verwaltung" }).waitFor();
  // What the menu covers until it is closed is no target meanwhile.
  const findings = await findByAxe(page);
  expect(findings.filter((finding) => !finding.startsWith('target-size: <a class="site-nav__link"'))).toEqual(
    [],
  );
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
});

it("the header is one row of 56 px at every width in every language, and sticks above what links lead to", async () => {
  for (const language of LANGUAGES) {
    const { page } = await open(`/${language}/verify`, { javaScriptEnabled: false });
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const header = await page.locator(".site-header").boundingBox();
      expect([language, width, header?.height]).toEqual([language, width, 56]);
    }
  }
  const { page } = await open("/en/verify");
  await page.click('a[href="#tricks"]');
  const top = () => page.locator("#tricks").evaluate((element) => element.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(120);
  expect(await top()).toBeGreaterThanOrEqual(56);
  expect((await page.locator(".site-header").boundingBox())?.y).toBe(0);
});

it("the header opens the languages on a phone without script", async () => {
  const { page } = await open("/en/traders", { javaScriptEnabled: false, viewport: NARROW });
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "ES Español" }).click();
  await page.waitForURL(`${site.url}/es/traders`);
});
