import { expect, it } from "vitest";
import { signInByForm } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { addAuthenticator } from "#tests/support/virtual-authenticator.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(() => startSite({ vars: { STAFF_SIGN_IN: "passkey" } }));
const home = site.url.replace("127.0.0.1", "localhost");
const login = `${home}/en/login?next=${encodeURIComponent("/en/admin")}`;

it("staff need a passkey for the admin area, and then only a passkey opens it", async () => {
  const { page, leave } = await openVisitor(browser);
  await addAuthenticator(page);
  await signInByForm(page, login, { id: STAFF_ID, passcode: STAFF_PASSCODE });
  await page.getByRole("heading", { name: "Add a passkey first" }).waitFor();
  expect(await page.getByRole("link", { name: "People" }).count()).toBe(0);
  await page.getByRole("link", { name: "Go to your profile" }).click();

  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Key");
  await dialog.getByLabel("Current passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("Your passkey is added").waitFor();
  await page.goto(`${home}/en/admin`);
  await page.getByRole("heading", { name: "Admin", level: 1 }).waitFor();
  await page.getByRole("link", { name: "People" }).waitFor();

  await page.goto(`${home}/en/profile?view=security`);
  await page.getByRole("row", { name: "Key" }).getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByLabel("Current passcode").fill(STAFF_PASSCODE);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await page.getByRole("dialog").getByText("This passkey cannot be removed").waitFor();
  await leave();

  // Elsewhere, without the passkey.
  const elsewhere = await openVisitor(browser);
  await signInByForm(elsewhere.page, login, { id: STAFF_ID, passcode: STAFF_PASSCODE });
  await elsewhere.page.getByText("Staff sign in with a passkey here").waitFor();
  expect(await elsewhere.page.evaluate(() => localStorage.getItem("accessToken"))).toBeNull();
  await elsewhere.leave();
});
