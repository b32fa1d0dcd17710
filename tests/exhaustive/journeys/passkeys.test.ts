import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { addHolder, type Holder, signInByForm, signOut } from "#tests/support/member.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { addAuthenticator, type VirtualAuthenticator } from "#tests/support/virtual-authenticator.ts";
import { openVisitor, untilHydrated, untilHydratedUnderClock } from "#tests/support/visitor.ts";
import { PASSKEY_CHALLENGE_LIFETIME_SECONDS } from "#shared/limits/sessions.ts";

const { site, browser } = await openSiteAndBrowser();
/** At an IP address there are no passkeys. */
const home = site.url.replace("127.0.0.1", "localhost");

const button = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

async function openSecurity(page: Page, holder: Holder): Promise<void> {
  const next = encodeURIComponent("/en/profile?view=security");
  await signInByForm(page, `${home}/en/login?next=${next}`, holder);
  await page.waitForURL("**/en/profile?view=security");
}

async function addPasskey(page: Page, { passcode }: Holder, label = "Phone"): Promise<void> {
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(label);
  await dialog.getByLabel("Current passcode").fill(passcode);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
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
  const { page, complaints, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await openSecurity(page, holder);
  complaints.length = 0;
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
  await leave();
});

it("a passkey is suggested there again before its challenge expires", async () => {
  const { page, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await openSecurity(page, holder);
  await addPasskey(page, holder);
  await page.getByText("Your passkey is added").waitFor();
  await signOut(page);
  await page.waitForURL(`${home}/en`);
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
  await leave();
});

it("a cancelled or unknown passkey shows a calm message, and signing in with the id still works", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await openSecurity(page, holder);
  await addPasskey(page, holder);
  await page.getByText("Your passkey is added").waitFor();
  await signOut(page);
  await page.waitForURL(`${home}/en`);
  complaints.length = 0;
  await openLogin(page, authenticator);
  await authenticator.recognise(false);
  await button(page).click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();

  await authenticator.recognise(true);
  await authenticator.clear();
  await button(page).click();
  await page.getByRole("alert").getByText("No passkey was used.").waitFor();
  expect(complaints).toEqual([]);

  await page.fill('input[name="pocketoption_id"]', holder.id);
  await page.click('main button[type="submit"]');
  await page.locator('input[name="passcode"]').fill(holder.passcode);
  await page.click('main button[type="submit"]');
  await page.waitForURL("**/en/watch");
  await leave();
});

it("a passkey cannot sign in once it is removed", async () => {
  const { page, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await openSecurity(page, holder);
  await addPasskey(page, holder, "Old phone");
  await page.getByRole("row", { name: "Old phone" }).getByRole("button", { name: "Remove" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Old phone" });
  await dialog.getByLabel("Current passcode").fill("not this one");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByText("This is not your current passcode. Type it again.").first().waitFor();
  await dialog.getByLabel("Current passcode").fill(holder.passcode);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText("The passkey is removed").waitFor();
  await page.getByText("You have no passkey yet.").waitFor();

  await signOut(page);
  await page.waitForURL(`${home}/en`);
  await openLogin(page, authenticator);
  await button(page).click();
  await page.getByText("This passkey does not sign in here").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await leave();
});

it("a passkey is not created twice for a device, nor without user verification", async () => {
  const { page, leave } = await openVisitor(browser);
  const authenticator = await addAuthenticator(page);
  const holder = await addHolder(site);
  await openSecurity(page, holder);
  await authenticator.recognise(false);
  await addPasskey(page, holder);
  await page.getByRole("dialog").getByText("No passkey was created").waitFor();
  await authenticator.recognise(true);
  await page.getByRole("dialog").getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey is added").waitFor();
  await addPasskey(page, holder, "Again");
  await page.getByRole("dialog").getByText("This device already has a passkey").waitFor();
  expect(await authenticator.countPasskeys()).toBe(1);
  await leave();
});

it("a passkey is not offered at an IP address, and the profile says why", async () => {
  const { page, leave } = await openVisitor(browser);
  const holder = await addHolder(site);
  const next = encodeURIComponent("/en/profile?view=security");
  await page.goto(`${site.url}/en/login?next=${next}`);
  await untilHydrated(page);
  await button(page).waitFor({ state: "detached" });
  expect(await page.getByLabel("Account ID").getAttribute("autocomplete")).toBe("username");
  await signInByForm(page, `${site.url}/en/login?next=${next}`, holder);
  await page.getByText("Passkeys need a site name.").waitFor();
  expect(await page.getByRole("button", { name: "Add a passkey" }).count()).toBe(0);
  await leave();
});
