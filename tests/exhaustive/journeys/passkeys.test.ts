/** Passkeys: added, used, suggested, refused; members who sign up with one alone, and what they confirm with it. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as v from "valibot";
import { AdminAccountPage, CreatedInvite } from "#shared/contracts/accounts.ts";
import { addHolder, type Holder, signInByForm, signOut, STAFF } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { addAuthenticator, type VirtualAuthenticator } from "#tests/support/virtual-authenticator.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const { site, browser, open } = await openSiteAndBrowser(() => startSite({ vars: { SIGN_UP: "open" } }));
const { site: strict } = await openSiteAndBrowser(() => startSite({ vars: { STAFF_SIGN_IN: "passkey" } }));
/** At an IP address there are no passkeys. */
const [home, strictHome] = [site, strict].map(({ url }) => url.replace("127.0.0.1", "localhost"));
const SECURITY = `/en/login?next=${encodeURIComponent("/en/profile?view=security")}`;

const button = (page: Page, name = "Sign in with a passkey") =>
  page.getByRole("button", { name, exact: true });
const idField = (page: Page) => page.locator('input[name="pocketoption_id"]');
const submit = (page: Page) => page.click('main button[type="submit"]');

/** A member's list of passkeys, in a browser with an authenticator. */
async function openSecurity() {
  const { page, complaints } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await signInByForm(page, home + SECURITY, holder);
  await page.waitForURL("**/en/profile?view=security");
  // Chromium tells of the answer that asked for a passcode.
  complaints.length = 0;
  return { page, complaints, authenticator, holder };
}

async function addPasskey(page: Page, { passcode }: Holder, label = "Phone"): Promise<void> {
  await button(page, "Add a passkey").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(label);
  await dialog.getByLabel("Current passcode").fill(passcode);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
}

/** As `openSecurity`, with a passkey and signed out. */
async function openWithPasskey() {
  const opened = await openSecurity();
  await addPasskey(opened.page, opened.holder);
  await opened.page.getByText("Your passkey is added").waitFor();
  await signOut(opened.page);
  await opened.page.waitForURL(`${home}/en`);
  return opened;
}

/** With what the field offers waiting, which an authenticator that is touched would answer at once. */
async function openLogin(page: Page, authenticator: VirtualAuthenticator): Promise<void> {
  await authenticator.touch(false);
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      performance.mark("passkey-asked");
      return get(options);
    };
  });
  await page.goto(`${home}/en/login`);
  await untilHydrated(page);
  // The question goes on to the authenticator within milliseconds; touched before, it would answer it.
  await page.waitForFunction(() => {
    const [asked] = performance.getEntriesByName("passkey-asked");
    return asked && performance.now() - asked.startTime > 1_000;
  });
  await authenticator.touch(true);
}

it("a passkey is added in the profile, and signs in with the button", async () => {
  const { page, complaints, authenticator, holder } = await openSecurity();
  await page.getByText("You have no passkey yet.").waitFor();
  await addPasskey(page, holder);
  await page.getByText("Your passkey is added").waitFor();
  await page.getByRole("row", { name: "Phone" }).getByText("Not yet").waitFor();
  await page.getByRole("row", { name: "Passkey added" }).waitFor();
  expect(await authenticator.countPasskeys()).toBe(1);

  await signOut(page);
  await page.waitForURL(`${home}/en`);
  await openLogin(page, authenticator);
  await button(page).click();
  await page.waitForURL("**/en/watch");
  await page.goto(`${home}/en/profile?view=security`);
  await page.getByRole("row", { name: "Phone" }).waitFor();
  expect(await page.getByRole("row", { name: "Phone" }).getByText("Not yet").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("a passkey is suggested in the field, and again before its challenge expires", async () => {
  const { page, authenticator } = await openWithPasskey();
  await page.clock.install();
  await authenticator.touch(false);
  const asked = page.waitForResponse("**/api/auth/passkeys/options/");
  await page.goto(`${home}/en/login`);
  await untilHydratedUnderClock(page);
  await asked;
  await authenticator.touch(true);
  const askedAgain = page.waitForRequest("**/api/auth/passkeys/options/");
  await page.clock.fastForward((PASSKEY_CHALLENGE_LIFETIME_SECONDS - 60) * 1000);
  await askedAgain;
  await page.waitForURL("**/en/watch");
});

it("a cancelled or unknown passkey shows a calm message, and signing in with the id still works", async () => {
  const { page, complaints, authenticator, holder } = await openWithPasskey();
  await openLogin(page, authenticator);
  await authenticator.recognise(false);
  await button(page).click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();

  // Cleared first: what the field offers meanwhile would be answered at once.
  await authenticator.clear();
  await authenticator.recognise(true);
  await button(page).click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();
  expect(complaints).toEqual([]);

  await idField(page).fill(holder.id);
  await submit(page);
  await page.locator('input[name="passcode"]').fill(holder.passcode);
  await submit(page);
  await page.waitForURL("**/en/watch");
});

it("a passkey is not created twice for a device, nor without user verification", async () => {
  const { page, authenticator, holder } = await openSecurity();
  await authenticator.recognise(false);
  await addPasskey(page, holder);
  await page.getByRole("dialog").getByText("No passkey was created").waitFor();
  await authenticator.recognise(true);
  await page.getByRole("dialog").getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey is added").waitFor();
  await addPasskey(page, holder, "Again");
  await page.getByRole("dialog").getByText("This device already has a passkey").waitFor();
  expect(await authenticator.countPasskeys()).toBe(1);
});

it("a passkey is not offered at an IP address, and the profile says why", async () => {
  const { page } = await open(SECURITY);
  await button(page).waitFor({ state: "detached" });
  expect(await page.getByLabel("Account ID").getAttribute("autocomplete")).toBe("username");
  await signInByForm(page, site.url + SECURITY, await addHolder(site));
  await page.getByText("Passkeys need a site name.").waitFor();
  expect(await button(page, "Add a passkey").count()).toBe(0);
});

/** The form, once it asks for a passcode. */
async function openForm(page: Page, authenticator: VirtualAuthenticator, id: string): Promise<void> {
  // What the field offers would be answered at once.
  await authenticator.touch(false);
  await page.goto(`${home}/en/login`);
  await untilHydrated(page);
  await idField(page).fill(id);
  await submit(page);
  await page.locator('input[name="passcode"]').waitFor();
  await authenticator.touch(true);
}

async function signUp() {
  const { page, complaints } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const id = `NEW-${crypto.randomUUID()}`;
  await openForm(page, authenticator, id);
  await button(page, "New here? Create a passkey instead").click();
  await page.waitForURL("**/en/watch");
  return { page, complaints, authenticator, id };
}

it("newcomers sign up with a passkey, change their profile and sign in again", async () => {
  const { page, complaints, id } = await signUp();
  await page.goto(`${home}/en/profile`);
  await page.locator("main").getByText(id, { exact: true }).waitFor();
  await page.getByLabel("Display name").fill("Ada");
  await button(page, "Save details").click();
  await page.getByText("Your details are saved").waitFor();
  expect(await page.locator(".passcode-notice").count()).toBe(0);

  await signOut(page);
  await page.waitForURL(`${home}/en`);
  await page.goto(`${home}/en/login`);
  // By what the field offers.
  await page.waitForURL("**/en/watch");
  expect(complaints.filter((complaint) => !complaint.includes("status of 401"))).toEqual([]);
});

it("a passkey confirms what otherwise needs a passcode, and cannot be removed while it is the only way to sign in", async () => {
  const { page, authenticator } = await signUp();
  await page.goto(`${home}/en/profile?view=security`);
  const remove = page.getByRole("row", { name: "First passkey" }).getByRole("button", { name: "Remove" });
  const dialog = page.getByRole("dialog");
  await remove.click();
  await dialog.getByText("Your device asks for your passkey").waitFor();
  expect(await dialog.getByLabel("Current passcode").count()).toBe(0);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("This passkey cannot be removed: nothing else lets you in.").waitFor();
  await page.keyboard.press("Escape");

  await authenticator.recognise(false);
  await page.getByLabel("New passcode").fill("a passcode of mine");
  await button(page, "Set passcode").click();
  await page.getByText("Not done: your passkey did not confirm it.").waitFor();
  await authenticator.recognise(true);
  await button(page, "Set passcode").click();
  await page.getByText("Your passcode is saved").waitFor();
  await remove.click();
  await dialog.getByLabel("Current passcode").fill("a passcode of mine");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("The passkey is removed").waitFor();
});

it("a member without a passcode creates a passkey with a link from staff", async () => {
  const staff = await staffOf(site.url);
  const found = await staff.ask("GET", `accounts/?q=${MEMBER_ID}`);
  const [account] = v.parse(AdminAccountPage, await found.json()).results;
  const body = { account_id: account?.id, current_passcode: STAFF_PASSCODE };
  const { path } = v.parse(CreatedInvite, await (await staff.ask("POST", "invites/", body)).json());
  const { page } = await openVisitor(browser);
  await addAuthenticator(page);
  await page.goto(`${home}/en${path}`);
  await page.getByText("You are invited").waitFor();
  await untilHydrated(page);
  await idField(page).fill(MEMBER_ID);
  await button(page, "Create a passkey instead").click();
  await page.waitForURL("**/en/watch");
  await page.goto(`${home}/en/profile`);
  await button(page, "Save details").waitFor();
});

it("a failed sign-up with a passkey shows a calm message, and does not reveal whether an account exists", async () => {
  const { page } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  await openForm(page, authenticator, (await addHolder(site)).id);
  await authenticator.recognise(false);
  const instead = button(page, "New here? Create a passkey instead");
  await instead.click();
  await page.getByText("No passkey was created. Try again, or choose a passcode.").waitFor();
  await authenticator.recognise(true);
  await instead.click();
  await page.getByText("No account was created").waitFor();
  await idField(page).fill("");
  await instead.click();
  await page.getByText("Enter your account ID.").first().waitFor();
});

it("staff need a passkey for the admin area, and then only a passkey opens it", async () => {
  const login = `${strictHome}/en/login?next=${encodeURIComponent("/en/admin")}`;
  const { page } = await openVisitor(browser);
  await addAuthenticator(page);
  await signInByForm(page, login, STAFF);
  await page.getByRole("heading", { name: "Add a passkey first" }).waitFor();
  expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
  await page.getByRole("link", { name: "Go to your profile" }).click();

  await addPasskey(page, STAFF);
  await page.getByText("Your passkey is added").waitFor();
  await page.goto(`${strictHome}/en/admin`);
  await page.getByRole("heading", { name: "Admin", level: 1 }).waitFor();
  await page.getByRole("link", { name: "People" }).waitFor();

  // Elsewhere, without the passkey.
  const elsewhere = await openVisitor(browser);
  await signInByForm(elsewhere.page, login, STAFF);
  await elsewhere.page.getByText("Staff sign in with a passkey here").waitFor();
  expect(await elsewhere.page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
});
