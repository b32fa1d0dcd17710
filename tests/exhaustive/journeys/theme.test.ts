/** The theme is dark by default; visitors can choose light or the device's setting, and are offered light if the device prefers it. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, it } from "vitest";
import { THEME_KEY } from "#shared/site/storage-names.ts";
import { GROUND } from "#tests/support/ground.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, untilStarted, withoutWorkers } from "#tests/support/visitor.ts";
import { brandGrounds } from "#worker/build/brand-colors.ts";

const { site, browser, open } = await openSiteAndBrowser();

declare global {
  interface Window {
    paintedGrounds: Set<string>;
  }
}

/** Runs in the page, before its scripts: the ground in every frame that is painted. */
function watchGrounds(): void {
  window.paintedGrounds = new Set();
  const look = () => {
    if (document.body) window.paintedGrounds.add(getComputedStyle(document.body).backgroundColor);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const paintedGrounds = (page: Page) => page.evaluate(() => [...window.paintedGrounds]);

const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/** What the browser draws around the page: the first that is meant for how things are. */
const colorAround = (page: Page) =>
  page
    .locator('meta[name="theme-color"]')
    .evaluateAll(
      (metas: HTMLMetaElement[]) => metas.find(({ media }) => matchMedia(media || "all").matches)?.content,
    );

const themeSwitch = (page: Page) => page.getByRole("group", { name: "Colors" });

const choose = (page: Page, name: string) => themeSwitch(page).getByRole("button", { name }).click();

const chosen = (page: Page) => themeSwitch(page).getByRole("button", { pressed: true }).allTextContents();

/** The page as it arrives, with the ground of each of its frames. */
async function openTheme(path: string, options: BrowserContextOptions = {}) {
  const visitor = await openVisitor(browser, options);
  await visitor.page.addInitScript(watchGrounds);
  await visitor.page.goto(site.url + path);
  return visitor;
}

it("a page starts dark whatever the device prefers, and offers light where it prefers that", async () => {
  const { page, complaints } = await openTheme("/en/signal", { colorScheme: "light" });
  await untilHydrated(page);
  expect(await paintedGrounds(page)).toEqual([GROUND.dark]);
  expect(await colorAround(page)).toBe(brandGrounds().dark);
  const offer = page.getByText("Your device is set to light");
  expect(await offer.isVisible()).toBe(true);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await offer.isVisible()).toBe(false);
  await page.emulateMedia({ colorScheme: "light" });
  // Declined, and no more offered.
  await choose(page, "Dark");
  expect(await offer.isVisible()).toBe(false);
  await page.reload();
  expect(await offer.isVisible()).toBe(false);
  expect(await groundOf(page)).toBe(GROUND.dark);
  expect(complaints).toEqual([]);
});

it("a page is light once that is chosen, from the first frame of every later page on", async () => {
  const { page, complaints } = await openTheme("/en/terms");
  await choose(page, "Light");
  await expect.poll(() => groundOf(page)).toBe(GROUND.light);
  expect(await colorAround(page)).toBe(brandGrounds().light);
  // A page of texts, which is read without the application, and one that lives on it.
  for (const next of ["/en/terms", "/en/signal"]) {
    await page.goto(site.url + next);
    // Before the application has started, too.
    await expect.poll(() => chosen(page)).toEqual(["Light"]);
    await untilHydrated(page);
    expect(await paintedGrounds(page)).toEqual([GROUND.light]);
    expect(await colorAround(page)).toBe(brandGrounds().light);
    expect(await chosen(page)).toEqual(["Light"]);
  }
  await choose(page, "Dark");
  await page.reload();
  expect(await paintedGrounds(page)).toEqual([GROUND.dark]);
  expect(complaints).toEqual([]);
});

it("a page follows a choice in another tab, and its deletion", async () => {
  const { page } = await openTheme("/en/terms");
  const other = await page.context().newPage();
  await other.goto(`${site.url}/en/about`);
  await choose(page, "Light");
  await expect.poll(() => groundOf(other)).toBe(GROUND.light);
  await choose(other, "Same as device");
  await expect.poll(() => chosen(page)).toEqual(["Same as device"]);
  await other.evaluate(() => localStorage.clear());
  await expect.poll(() => groundOf(page)).toBe(GROUND.dark);
  expect(await chosen(page)).toEqual(["Dark"]);
});

it("a page follows the device if that is chosen", async () => {
  const { page } = await openTheme("/en/signal", { colorScheme: "light" });
  await choose(page, "Same as device");
  await expect.poll(() => groundOf(page)).toBe(GROUND.light);
  expect(await colorAround(page)).toBe(brandGrounds().light);
  await page.emulateMedia({ colorScheme: "dark" });
  expect([await groundOf(page), await colorAround(page)]).toEqual([GROUND.dark, brandGrounds().dark]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  expect(await paintedGrounds(page)).toEqual([GROUND.light]);
});

it("a page stays dark without JavaScript, and shows no switch", async () => {
  const { page } = await openTheme("/en/signal", { javaScriptEnabled: false, colorScheme: "light" });
  expect(await page.locator("html.dark").count()).toBe(1);
  expect(await page.locator(".theme-switch").isVisible()).toBe(false);
  // What the browser itself draws, a picture of the page shows.
  const ground = page.locator("body");
  expect(await ground.evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(GROUND.dark);
});

it("an installed app starts with the brand's dark background", async () => {
  const manifest = await fetch(`${site.url}/manifest.webmanifest?language=de`).then((response) =>
    response.json(),
  );
  const { dark } = brandGrounds();
  expect(manifest).toMatchObject({ background_color: dark, theme_color: dark });
});

it("a page that is restored by going back shows the newest choice", async () => {
  const { page } = await openTheme("/en/terms");
  await page.evaluate((key) => localStorage.setItem(key, "light"), THEME_KEY);
  expect(await groundOf(page)).toBe(GROUND.dark);
  // Chromium without a window keeps no page that was left.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  expect(await groundOf(page)).toBe(GROUND.light);
});

it("if storage is blocked, the choice is kept as long as the page", async () => {
  const block = (tab: Page) =>
    tab.addInitScript(() =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      }),
    );
  const { page } = await open("/en/signal", { before: block });
  await choose(page, "Light");
  await page.click('header a[href="/en/traders"]');
  await page.waitForURL(`${site.url}/en/traders`);
  expect([await groundOf(page), await chosen(page)]).toEqual([GROUND.light, ["Light"]]);
});

it("a document that React renders again keeps the theme", async () => {
  const { page } = await openVisitor(browser);
  await withoutWorkers(page);
  await page.addInitScript((key) => localStorage.setItem(key, "light"), THEME_KEY);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/start-application-*", async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`${site.url}/en/login`, { waitUntil: "domcontentloaded" });
  await page.evaluate(() => document.querySelector("main h1")?.replaceChildren("Anmelden"));
  release();
  await untilStarted(page);
  expect(await page.locator("main h1").textContent()).not.toBe("Anmelden");
  expect([await groundOf(page), await chosen(page)]).toEqual([GROUND.light, ["Light"]]);
});
