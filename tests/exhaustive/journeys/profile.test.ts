/** The profile: its forms keep what is typed, its lists and dialogs do what they say. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signInByApi } from "#tests/support/api-client.ts";
import { addHolder, signInByForm, signOut } from "#tests/support/member.ts";
import { startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { chooseLanguage, openVisitor } from "#tests/support/visitor.ts";

const { site, browser, open } = await openSiteAndBrowser(startSite);
const holder = await addHolder(site);
const SECURITY = "/en/profile?view=security";

/** Whether the browser would ask before it leaves the page. */
function wouldAsk(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

/** Holds the form's request until the function returned is called with its answer, or with none to let it through. */
async function holdSaving(page: Page): Promise<(answer?: { status: number; json: object }) => void> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; json: object } | undefined>();
  await page.route("**/api/auth/me/", async (route) => {
    const answer = route.request().method() === "PATCH" ? await promise : undefined;
    await (answer ? route.fulfill(answer) : route.continue());
  });
  return resolve;
}

it("the profile asks before a link, the back button or signing out loses input, but not once it is saved", async () => {
  const { page } = await open("/en/about", { as: holder });
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await page.click(".account-nav [popovertarget]");
  await page.click('.account-nav a[href="/en/profile"]');
  const name = page.getByLabel("Display name");
  await name.fill("Half a na");
  for (const [question, leaving] of [
    ["Leave this page?", () => page.getByRole("link", { name: "Security" }).click()],
    ["Leave this page?", () => page.click('footer a[href="/en/about"]')],
    ["Leave this page?", () => page.goBack()],
    ["Sign out?", () => signOut(page)],
  ] as const) {
    questions.length = 0;
    await leaving();
    await expect.poll(() => questions).toEqual([`${question} Unsaved changes will be lost.`]);
    await page.waitForURL("**/en/profile");
    expect(await name.inputValue()).toBe("Half a na");
  }

  await name.fill("A whole name");
  await name.press("Enter");
  await page.getByText("Your details are saved").waitFor();
  questions.length = 0;
  await page.getByRole("link", { name: "Security" }).click();
  await page.waitForURL(`**${SECURITY}`);
  expect(questions).toEqual([]);

  await page.goBack();
  await name.fill("Never mind");
  answer = true;
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL("**/en/about");
  expect(questions).toHaveLength(1);
});

it("name, language and time zone are changed, and kept after a reload", async () => {
  const { page, complaints } = await open("/en/profile", { as: holder });
  const name = page.getByLabel("Display name");
  await name.fill("Ada of the Tides");
  expect(await wouldAsk(page)).toBe(true);
  await page.getByLabel("Preferred language").selectOption("de");
  await page.getByLabel("Time zone").selectOption("Europe/Berlin");
  await name.press("Enter");
  await page.getByText("Your details are saved").waitFor();
  await page.locator(".stat", { hasText: "Ada of the Tides" }).waitFor();
  expect(await wouldAsk(page)).toBe(false);

  await page.reload();
  await page.locator(".stat", { hasText: "Ada of the Tides" }).waitFor();
  expect(await page.getByLabel("Preferred language").inputValue()).toBe("de");
  expect(await page.getByLabel("Time zone").inputValue()).toBe("Europe/Berlin");

  const staff = await staffOf(site.url);
  await staff.addTraders({ "north-light": "North Light" });
  await staff.publish();
  await page.goto(`${site.url}/en/signal`);
  await page.locator("main caption").getByText("Time zone: Europe/Berlin").waitFor();
  await signOut(page);
  await page.locator("main caption").getByText("Time zone: UTC").first().waitFor();
  expect(complaints).toEqual([]);
});

it("a member without a chosen language gets the preferred one at sign-in", async () => {
  const { page } = await openVisitor(browser);
  for (const [chosen, shown] of [
    [null, "de-DE"],
    ["fr", "fr-FR"],
  ] as const) {
    if (chosen) {
      await chooseLanguage(page, chosen);
      await page.locator(`html[lang="${shown}"]`).waitFor({ state: "attached" });
    }
    await signInByForm(page, `${site.url}/en/login`, holder);
    await page.waitForURL(`${site.url}/en/watch`);
    await page.goto(site.url);
    expect(await page.getAttribute("html", "lang")).toBe(shown);
    await signOut(page);
    await page.locator('.account-nav a[href*="/login"]').waitFor();
  }
});

it("input entered while a form is being sent is kept and counts as unsaved", async () => {
  const { page } = await open("/en/profile", { as: holder });
  const name = page.getByLabel("Display name");
  const language = page.getByLabel("Preferred language");
  await name.fill("Sent");
  await language.selectOption("it");
  const letThrough = await holdSaving(page);
  await name.press("Enter");
  await page.locator('form[aria-busy="true"]', { has: name }).waitFor();
  await name.press("End");
  await page.keyboard.type(" and more");
  await language.selectOption("es");
  letThrough();
  await page.locator(".stat", { hasText: /Sent$/ }).waitFor();
  expect(await name.inputValue()).toBe("Sent and more");
  expect(await language.inputValue()).toBe("es");
  expect(await wouldAsk(page)).toBe(true);
  await name.press("Enter");
  await page.locator(".stat", { hasText: "Sent and more" }).waitFor();
  expect(await wouldAsk(page)).toBe(false);
});

it("a form whose page was left while it was being sent reports its failure", async () => {
  const { page } = await open("/en/profile", { as: holder });
  const answer = await holdSaving(page);
  await page.getByLabel("Display name").fill("Ada on the way");
  await page.getByLabel("Display name").press("Enter");
  await page.locator('form[aria-busy="true"]').waitFor();
  await page.getByRole("link", { name: "Guide" }).click();
  await page.waitForURL(`${site.url}/en/instruction`);
  await page.locator('form[aria-busy="true"]').waitFor({ state: "detached" });
  answer({ status: 503, json: { detail: "Maintenance.", code: "upstream_error" } });
  await page.locator(".toast--error").waitFor();
});

const sessionsOf = (page: Page) =>
  page.getByRole("table", { name: "Where you are signed in" }).getByRole("rowheader");

it("a changed passcode removes other devices from the list, and is listed among the account's changes", async () => {
  const guarded = await addHolder(site);
  await signInByApi(site.url, guarded.id, guarded.passcode);
  const { page } = await open(SECURITY, { as: guarded });
  await expect.poll(() => sessionsOf(page).count()).toBe(2);
  await page.getByLabel("Current passcode").fill(guarded.passcode);
  await page.getByLabel("New passcode").fill("short");
  await page.getByRole("button", { name: "Change passcode" }).click();
  await page.locator(".field__error").waitFor();
  await page.getByLabel("New passcode").fill("a long enough passcode");
  await page.getByLabel("New passcode").press("Enter");
  await page.getByText("Your passcode is saved; other sessions have ended").waitFor();
  await expect.poll(() => sessionsOf(page).count()).toBe(1);
  await page.getByRole("row", { name: /Passcode changed.*You/ }).waitFor();
});

it("one other session can be ended, and all others", async () => {
  for (let i = 0; i < 3; i += 1) await signInByApi(site.url, holder.id, holder.passcode);
  const { page } = await open(SECURITY, { as: holder });
  const rows = sessionsOf(page);
  await rows.first().waitFor();
  const before = await rows.count();
  const { promise: isListed, resolve: list } = Promise.withResolvers<void>();
  await page.route("**/api/profile/sessions/", async (route) => {
    await isListed;
    await route.continue();
  });
  const end = page.getByRole("button", { name: /^End\b/ }).first();
  const listing = page.waitForRequest("**/api/profile/sessions/");
  await end.click();
  await listing;
  // It has ended, and its row is still there: a second press would be told that it is gone.
  expect(await end.getAttribute("aria-busy")).toBe("true");
  list();
  await expect.poll(() => rows.count()).toBe(before - 1);
  await page.getByRole("button", { name: "End all other sessions" }).press("Enter");
  await expect.poll(() => rows.count()).toBe(1);
  await page.locator("h2:focus", { hasText: "Where you are signed in" }).waitFor();
  await page.getByText("This device").waitFor();
});

it("a retry after a failed load keeps the focus, and moves it to the heading once it succeeds", async () => {
  const refusal = { status: 400, json: { detail: "No.", code: "invalid" } };
  const { page } = await open(SECURITY, {
    as: holder,
    before: (tab) => tab.route("**/api/profile/sessions/", (route) => route.fulfill(refusal)),
  });
  const again = page.getByRole("button", { name: "Try again" });
  await again.press("Enter");
  await again.and(page.locator(":not([aria-busy])")).waitFor();
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.unroute("**/api/profile/sessions/");
  await again.press("Enter");
  await page.getByText("This device").waitFor();
  await page.locator("h2:focus", { hasText: "Where you are signed in" }).waitFor();
});

it("a member exports all data and deletes the account, after entering passcode and id", async () => {
  const leaver = await addHolder(site, "LEAVER-1");
  const { page } = await open("/en/profile", { as: leaver });
  await page.getByRole("button", { name: "Export my data (JSON)" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current passcode").fill("not this one");
  await dialog.getByLabel("Current passcode").press("Enter");
  await dialog.getByText("This is not your current passcode. Type it again.").first().waitFor();
  await dialog.getByLabel("Current passcode").fill(leaver.passcode);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByLabel("Current passcode").press("Enter"),
  ]);
  const exported: unknown = JSON.parse(await readFile(await download.path(), "utf8"));
  expect(exported).toMatchObject({ account: { pocketoption_id: "LEAVER-1" } });
  await dialog.waitFor({ state: "hidden" });

  const openDialog = page.getByRole("button", { name: "Delete my account…" });
  await openDialog.click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await openDialog.evaluate((button) => button === document.activeElement)).toBe(true);
  await openDialog.click();
  const confirm = dialog.getByLabel(/^Type your account ID/);
  await confirm.fill("somebody else");
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await dialog.getByText("Type LEAVER-1 exactly as shown here.").first().waitFor();
  await confirm.fill("LEAVER-1");
  await dialog.getByLabel("Current passcode").fill(leaver.passcode);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.waitForURL(`${site.url}/en`);
  await page.getByText("Your account is deleted").waitFor();
  await page.locator('.account-nav a[href^="/en/login"]').waitFor();
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});
