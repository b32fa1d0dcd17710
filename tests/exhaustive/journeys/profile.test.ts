import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { addHolder, type Holder, signInByForm, type SignsIn, signOut } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, chooseLanguage } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
let staff: string;
let holder: Holder;

beforeAll(async () => {
  holder = await addHolder(site);
  staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const traders = { "north-light": "North Light" };
  for (const [handle, name] of Object.entries(traders)) {
    await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle, name });
  }
});

const signIn = (page: Page, member: SignsIn, next = "/en/profile") =>
  signInByForm(page, `${site.url}/en/login?next=${encodeURIComponent(next)}`, member);

/** Whether the browser would ask before it leaves the page. */
function wouldAsk(page: Page): Promise<boolean> {
  return page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
}

async function publish(trader: string, asset: string): Promise<void> {
  const hourMs = 3_600_000;
  const answer = await callApi(site.url, staff, "POST", "/api/admin/signals/", {
    trader,
    asset,
    direction: "up",
    entry_at: new Date(Date.now() + hourMs).toISOString(),
    expires_at: new Date(Date.now() + 2 * hourMs).toISOString(),
    payout: 0.85,
  });
  expect(answer.status).toBe(201);
}

it("the profile asks before a link, the back button or signing out loses input, but not once it is saved", async () => {
  const { page, leave } = await openVisitor(browser);
  const questions: string[] = [];
  let answer = false;
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    return answer ? dialog.accept() : dialog.dismiss();
  });
  await signIn(page, holder);
  await page.waitForURL("**/en/profile");
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL("**/en/about");
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
  await page.waitForURL("**/en/profile?view=security");
  expect(questions).toEqual([]);

  await page.goBack();
  await name.fill("Never mind");
  answer = true;
  await page.click('footer a[href="/en/about"]');
  await page.waitForURL("**/en/about");
  expect(questions).toHaveLength(1);

  await page.goBack();
  await name.fill("Never mind");
  await signOut(page);
  await page.waitForURL(`${site.url}/en`);
  expect(questions).toHaveLength(2);
  await leave();
});

it("name, language and time zone are changed, and kept after a reload", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  await signIn(page, holder);
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

  await publish("north-light", "EUR/USD");
  await page.goto(`${site.url}/en/signal`);
  await page.locator("main caption").getByText("Time zone: Europe/Berlin").waitFor();
  await signOut(page);
  await page.locator("main caption").getByText("Time zone: UTC").first().waitFor();
  await page.goto(site.url);
  expect(await page.getAttribute("html", "lang")).toBe("de-DE");
  for (const [chosen, shown] of [
    ["fr", "fr-FR"],
    [null, "de-DE"],
  ] as const) {
    await page.context().clearCookies();
    if (chosen) {
      await chooseLanguage(page, chosen);
      await page.locator(`html[lang="${shown}"]`).waitFor({ state: "attached" });
    }
    await signIn(page, holder);
    await page.waitForURL(`${site.url}/en/profile`);
    await page.goto(site.url);
    expect(await page.getAttribute("html", "lang")).toBe(shown);
    await signOut(page);
    await page.locator('.account-nav a[href*="/login"]').waitFor();
  }
  // Chromium tells of each answer that asks for the passcode.
  expect(complaints.filter((complaint) => !complaint.includes("/api/auth/login/"))).toEqual([]);
  await leave();
});

it("input entered while a form is being sent is kept and counts as unsaved", async () => {
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  await signIn(page, holder);
  const name = page.getByLabel("Display name");
  const language = page.getByLabel("Preferred language");
  const form = page.locator("form", { has: name });
  await name.fill("Sent");
  await language.selectOption("it");
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/auth/me/", async (route) => {
    if (route.request().method() === "PATCH") await isAnswered;
    await route.continue();
  });
  await name.press("Enter");
  await form.and(page.locator('[aria-busy="true"]')).waitFor();
  await name.press("End");
  await page.keyboard.type(" and more");
  await language.selectOption("es");
  answer();
  await page.locator(".stat", { hasText: /Sent$/ }).waitFor();
  expect(await name.inputValue()).toBe("Sent and more");
  expect(await language.inputValue()).toBe("es");
  expect(await wouldAsk(page)).toBe(true);
  await name.press("Enter");
  await page.locator(".stat", { hasText: "Sent and more" }).waitFor();
  expect(await wouldAsk(page)).toBe(false);
  await leave();
});

it("input that cannot be sent is kept, with an error message", async () => {
  const { page, leave } = await openVisitor(browser);
  await signIn(page, holder);
  const name = page.getByLabel("Display name");
  await name.fill("x".repeat(81));
  await name.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Please check the marked fields." }).waitFor();
  expect(await name.getAttribute("aria-invalid")).toBe("true");
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);

  await name.fill("Typed while offline");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save details" }).click();
  await page.getByRole("alert").filter({ hasText: "No answer from the server." }).waitFor();
  expect(await name.inputValue()).toBe("Typed while offline");
  expect(await wouldAsk(page)).toBe(true);
  await leave();
});

it("a form whose page was left while it was being sent reports its failure", async () => {
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  await signIn(page, holder, "/en/profile");
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/auth/me/", async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    await isAnswered;
    return route.fulfill({ status: 503, json: { detail: "Maintenance.", code: "upstream_error" } });
  });
  await page.getByLabel("Display name").fill("Ada on the way");
  await page.getByLabel("Display name").press("Enter");
  await page.locator('form[aria-busy="true"]').waitFor();
  await page.getByRole("link", { name: "Guide" }).click();
  await page.waitForURL(`${site.url}/en/instruction`);
  await page.locator('form[aria-busy="true"]').waitFor({ state: "detached" });
  answer();
  await page.locator(".toast--error").waitFor();
  await leave();
});

it("a changed passcode signs out other devices, is needed from then on, and is listed among the account's changes", async () => {
  const guarded = await addHolder(site);
  const elsewhere = await signInByApi(site.url, guarded.id, guarded.passcode);
  const { page, leave } = await openVisitor(browser);
  await signIn(page, guarded, "/en/profile?view=security");
  const sessions = page.getByRole("table", { name: "Where you are signed in" }).getByRole("rowheader");
  await sessions.first().waitFor();
  expect(await sessions.count()).toBe(2);
  await page.getByLabel("Current passcode").fill(guarded.passcode);
  await page.getByLabel("New passcode").fill("short");
  await page.getByRole("button", { name: "Change passcode" }).click();
  await page.locator(".field__error").waitFor();
  await page.getByLabel("New passcode").fill("a long enough passcode");
  await page.getByLabel("New passcode").press("Enter");
  await page.getByText("Your passcode is saved; other sessions have ended").waitFor();
  await expect.poll(() => sessions.count()).toBe(1);
  await page.getByRole("row", { name: /Passcode changed.*You/ }).waitFor();
  expect((await callApi(site.url, elsewhere, "GET", "/api/profile/sessions/")).status).toBe(401);

  await signOut(page);
  await page.locator('.account-nav a[href^="/en/login"]').waitFor();
  const changed = { ...guarded, passcode: "a long enough passcode" };
  await signIn(page, changed, "/en/profile?view=security");
  await sessions.first().waitFor();
  await leave();
});

it("one other session can be ended, and all others", async () => {
  for (let i = 0; i < 3; i += 1) await signInByApi(site.url, holder.id, holder.passcode);
  const { page, leave } = await openVisitor(browser);
  await signIn(page, holder, "/en/profile?view=security");
  const rows = page.getByRole("table", { name: "Where you are signed in" }).getByRole("rowheader");
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
  await page.goto(`${site.url}/de/profile?view=security`);
  await page.getByRole("rowheader", { name: /^\w+ unter Linux/ }).waitFor();
  await leave();
});

it("a retry after a failed load keeps the focus, and moves it to the heading once it succeeds", async () => {
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  const refusal = { status: 400, json: { detail: "No.", code: "invalid" } };
  await page.route("**/api/profile/sessions/", (route) => route.fulfill(refusal));
  await signIn(page, holder, "/en/profile?view=security");
  const again = page.getByRole("button", { name: "Try again" });
  await again.press("Enter");
  await again.and(page.locator(":not([aria-busy])")).waitFor();
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.unroute("**/api/profile/sessions/");
  await again.press("Enter");
  await page.getByText("This device").waitFor();
  await page.locator("h2:focus", { hasText: "Where you are signed in" }).waitFor();
  await leave();
});

it("a member exports all data and deletes the account, after entering passcode and id", async () => {
  const leaver = await addHolder(site, "LEAVER-1");
  const { page, leave } = await openVisitor(browser);
  await signIn(page, leaver);
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
  expect(exported).toMatchObject({ account: { pocketoption_id: "LEAVER-1" }, follows: [] });
  await dialog.waitFor({ state: "hidden" });

  const open = page.getByRole("button", { name: "Delete my account…" });
  await open.click();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
  await open.click();
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
  expect(page.url()).toBe(`${site.url}/en`);
  await expect(signInByApi(site.url, "LEAVER-1")).rejects.toThrow("401");
  await leave();
});
