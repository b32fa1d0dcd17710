import type { BrowserContext } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openHolder, openStaff } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, chooseLanguage } from "#tests/support/visitor.ts";
import { LANGUAGE_COOKIE_MAX_AGE_SECONDS } from "#shared/limits/browser.ts";

const { site, browser } = await openSiteAndBrowser();

/** A page on which every question of the browser is accepted; `questions` has what was asked, by its kind. */
async function openAccepting(context: BrowserContext) {
  const page = await context.newPage();
  const questions: string[] = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.type());
    return dialog.accept();
  });
  return { page, questions };
}

describe("the language switch", () => {
  it("keeps page, query and hash and remembers the choice for 365 days", async () => {
    const visitor = await openVisitor(browser);
    await visitor.page.goto(`${site.url}/en/instruction?from=home#outcomes`);
    await untilHydrated(visitor.page);
    await chooseLanguage(visitor.page, "de");
    await visitor.page.waitForURL(`${site.url}/de/instruction?from=home#outcomes`);
    const [cookie] = await visitor.page.context().cookies();
    expect(cookie).toMatchObject({ name: "language", value: "de", path: "/", sameSite: "Lax" });
    const lifetimeSeconds = (cookie?.expires ?? 0) - Date.now() / 1000;
    expect(lifetimeSeconds).toBeGreaterThan(LANGUAGE_COOKIE_MAX_AGE_SECONDS - 60);
    expect(lifetimeSeconds).toBeLessThanOrEqual(LANGUAGE_COOKIE_MAX_AGE_SECONDS);
    await visitor.page.goto(site.url);
    expect(await visitor.page.getAttribute("html", "lang")).toBe("de-DE");
    await visitor.leave();
  });

  it("works after a client navigation", async () => {
    const visitor = await openVisitor(browser);
    await visitor.page.goto(`${site.url}/en`);
    await untilHydrated(visitor.page);
    await visitor.page.click('footer a[href="/en/about"]');
    await visitor.page.waitForURL("**/en/about");
    await chooseLanguage(visitor.page, "it");
    await visitor.page.waitForURL(`${site.url}/it/about`);
    await visitor.leave();
  });

  it("keeps form input", async () => {
    const visitor = await openVisitor(browser);
    const pocketoptionId = visitor.page.locator('main input[name="pocketoption_id"]');
    await visitor.page.goto(`${site.url}/en/login?next=%2Fen%2Fprofile`);
    await untilHydrated(visitor.page);
    await pocketoptionId.fill("harbour-n1ne");
    await chooseLanguage(visitor.page, "de");
    await visitor.page.waitForURL(`${site.url}/de/login?next=%2Fen%2Fprofile`);
    await expect.poll(() => pocketoptionId.inputValue(), { timeout: 4_000 }).toBe("harbour-n1ne");
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  it("asks before a passcode would be lost, but not about input that it keeps", async () => {
    const context = await openHolder(browser, site);
    const { page, questions } = await openAccepting(context);
    await page.goto(`${site.url}/en/profile`);
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
    await context.close();
  });

  it("asks before input in a dialog is lost, since the next document does not open it", async () => {
    const context = await openStaff(browser, site);
    const { page, questions } = await openAccepting(context);
    await page.goto(`${site.url}/en/admin?view=traders`);
    await page.getByRole("button", { name: "Add trader" }).click();
    await page.getByRole("dialog").getByRole("textbox").first().fill("half-a-trader");
    // Out of reach for a pointer meanwhile; a reload that the visitor asks for in a toast leads the same way.
    await page
      .locator('button[name="language"][value="de"]')
      .evaluate((button: HTMLElement) => button.click());
    await page.waitForURL("**/de/admin?view=traders");
    expect(questions).toEqual(["beforeunload"]);
    await context.close();
  });
});
