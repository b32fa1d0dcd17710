/** Members who sign up with a passkey alone, and what they confirm with it. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import * as v from "valibot";
import { AdminAccountPage, CreatedInvite } from "#shared/contracts/accounts.ts";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { addHolder, signOut } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { addAuthenticator, type VirtualAuthenticator } from "#tests/support/virtual-authenticator.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(() => startSite({ vars: { SIGN_UP: "open" } }));
/** At an IP address there are no passkeys. */
const home = site.url.replace("127.0.0.1", "localhost");

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The form, once it asks for a passcode. */
async function openForm(page: Page, id: string): Promise<void> {
  await page.goto(`${home}/en/login`);
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', id);
  await page.click('main button[type="submit"]');
  await page.locator('input[name="passcode"]').waitFor();
}

async function signUp(page: Page, authenticator: VirtualAuthenticator): Promise<string> {
  const id = `NEW-${crypto.randomUUID()}`;
  // What the field offers would be answered at once.
  await authenticator.touch(false);
  await openForm(page, id);
  await authenticator.touch(true);
  await button(page, "New here? Create a passkey instead").click();
  await page.waitForURL("**/en/watch");
  return id;
}

it("newcomers sign up with a passkey, change their profile and sign in again", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const id = await signUp(page, authenticator);
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
  // Chromium tells of the answer that asked for a passcode.
  expect(complaints.filter((complaint) => !complaint.includes("status of 401"))).toEqual([]);
  await leave();
});

it("a passkey confirms what otherwise needs a passcode, and cannot be removed while it is the only way to sign in", async () => {
  const { page, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  await signUp(page, authenticator);
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
  await leave();
});

it("a member without a passcode creates a passkey with a link from staff", async () => {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  const found = await callApi(site.url, staff, "GET", `/api/admin/accounts/?q=${MEMBER_ID}`);
  const [account] = v.parse(AdminAccountPage, await found.json()).results;
  const body = { account_id: account?.id, current_passcode: STAFF_PASSCODE };
  const made = await callApi(site.url, staff, "POST", "/api/admin/invites/", body);
  const { path } = v.parse(CreatedInvite, await made.json());
  const { page, leave } = await openVisitor(browser);
  await addAuthenticator(page);
  await page.goto(`${home}/en${path}`);
  await page.getByText("You are invited").waitFor();
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await button(page, "Create a passkey instead").click();
  await page.waitForURL("**/en/watch");
  await page.goto(`${home}/en/profile`);
  await button(page, "Save details").waitFor();
  await leave();
  await expect(signInByApi(site.url, MEMBER_ID)).rejects.toThrow("401");
});

it("a failed sign-up with a passkey shows a calm message, and does not reveal whether an account exists", async () => {
  const { page, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await authenticator.touch(false);
  await openForm(page, holder.id);
  await authenticator.touch(true);
  await authenticator.recognise(false);
  const instead = button(page, "New here? Create a passkey instead");
  await instead.click();
  await page.getByText("No passkey was created. Try again, or choose a passcode.").waitFor();
  await authenticator.recognise(true);
  await instead.click();
  await page.getByText("No account was created").waitFor();
  await page.fill('input[name="pocketoption_id"]', "");
  await instead.click();
  await page.getByText("Enter your account ID.").first().waitFor();
  await page.fill('input[name="pocketoption_id"]', holder.id);
  await page.locator('input[name="passcode"]').fill(holder.passcode);
  await page.click('main button[type="submit"]');
  await page.waitForURL("**/en/watch");
  await leave();
});
