/** The language switch. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addHolder, STAFF } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { chooseLanguage } from "#tests/support/visitor.ts";
import { LANGUAGE_COOKIE_MAX_AGE_SECONDS } from "#shared/limits/browser.ts";

const { site, open } = await openSiteAndBrowser();

/** Accepts every question of the browser; has what was asked, by its kind. */
function acceptAll(page: Page): string[] {
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    return dialog.accept();
  });
  return questions;
}

it("the language switch keeps page, query and hash, remembers the choice for 365 days, and works after a client navigation", async () => {
  const { page } = await open("/en/instruction?from=home#outcomes");
  await chooseLanguage(page, "de");
  await page.waitForURL(`${site.url}/de/instruction?from=home#outcomes`);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: "language", value: "de", path: "/", sameSite: "Lax" });
  const lifetimeSeconds = (cookie?.expires ?? 0) - Date.now() / 1000;
  expect(lifetimeSeconds).toBeGreaterThan(LANGUAGE_COOKIE_MAX_AGE_SECONDS - 60);
  expect(lifetimeSeconds).toBeLessThanOrEqual(LANGUAGE_COOKIE_MAX_AGE_SECONDS);
  await page.goto(site.url);
  expect(await page.getAttribute("html", "lang")).toBe("de-DE");
  await page.click('footer a[href="/de/about"]');
  await page.waitForURL("**/de/about");
  await chooseLanguage(page, "it");
  await page.waitForURL(`${site.url}/it/about`);
});

it("the language switch asks before a passcode would be lost, but not about input that it keeps", async () => {
  const { page } = await open("/en/profile", { as: await addHolder(site) });
  const questions = acceptAll(page);
  const name = page.locator('main input[name="name"]');
  await name.fill("Half a na");
  await chooseLanguage(page, "de");
  await page.waitForURL("**/de/profile");
  await expect.poll(() => name.inputValue()).toBe("Half a na");
  expect(questions).toEqual([]);
  await page.goto(`${site.url}/de/profile?view=security`);
  await page.locator('main input[type="password"]').first().fill("half a passcode");
  await chooseLanguage(page, "es");
  await page.waitForURL("**/es/profile?view=security");
  expect(questions).toEqual(["beforeunload", "beforeunload"]);
});

it("the language switch asks before input in a dialog is lost, since the next document does not open it", async () => {
  const { page } = await open("/en/admin?view=traders", { as: STAFF });
  const questions = acceptAll(page);
  await page.getByRole("button", { name: "Add trader" }).click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("half-a-trader");
  // Out of reach for a pointer meanwhile; a reload that the visitor asks for in a toast leads the same way.
  await page.locator('button[name="language"][value="de"]').evaluate((button: HTMLElement) => button.click());
  await page.waitForURL("**/de/admin?view=traders");
  expect(questions).toEqual(["beforeunload"]);
});
