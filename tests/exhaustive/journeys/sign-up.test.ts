/** How newcomers sign up, depending on the operator's settings, and what a member without a passcode cannot do. */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { MEMBER, signInByForm, signOut, STAFF } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor, untilHydrated, chooseLanguage } from "#tests/support/visitor.ts";

const CHOSEN = "a passcode of mine";

const anyone = await openSiteAndBrowser(() => startSite({ vars: { SIGN_UP: "open" } }));
const {
  site: invited,
  browser,
  open,
} = await openSiteAndBrowser(() => startSite({ vars: { SIGN_UP: "invite" } }));

const submit = (page: Page) => page.click('main button[type="submit"]');
const passcodeField = (page: Page) => page.locator('input[name="passcode"]');

it("a newcomer signs up with any id and a new passcode, after a question, and signs in again", async () => {
  const { page, complaints } = await anyone.open("/en/login");
  const { url } = anyone.site;
  const id = `NEW-${crypto.randomUUID()}`;
  await page.fill('input[name="pocketoption_id"]', id);
  await submit(page);
  await page.getByText(/New here\? Choose one now/).waitFor();
  await passcodeField(page).fill("password");
  await submit(page);
  await page.getByText(/a stranger would try this one early/).waitFor();
  expect(await page.inputValue('input[name="pocketoption_id"]')).toBe(id);
  const field = page.locator('input[name="pocketoption_id"]');
  const question = (asked: string) => page.locator("p:focus", { hasText: `no account ${asked} yet` });
  await field.fill(`${id}O`);
  await passcodeField(page).fill(CHOSEN);
  await passcodeField(page).press("Enter");
  await question(`${id}O`).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").innerText()).toBe("Correct the ID");
  await page.keyboard.press("Enter");
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type(id);
  await page.keyboard.press("Enter");
  await question(id).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  expect(await page.locator(":focus").innerText()).toBe("Create account");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${url}/en/watch`);
  await page.goto(`${url}/en/profile`);
  await page.locator("main").getByText(id, { exact: true }).waitFor();
  await page.locator("main form").first().waitFor();
  expect(await page.locator(".passcode-notice").count(), "who has a passcode is asked for none").toBe(0);
  await signOut(page);
  await page.locator(`.account-nav a[href^="/en/login"]`).waitFor();
  await signInByForm(page, `${url}/en/login?next=/en/profile`, {
    id: id.toLowerCase(),
    passcode: CHOSEN,
  });
  await page.locator("main").getByText(id, { exact: true }).waitFor();
  // Chromium tells of each answer that refuses or asks.
  expect(complaints.filter((complaint) => !/status of 40[014]/.test(complaint))).toEqual([]);
});

/** Staff press for a link in the admin area, and copy it. */
async function makeLink(press: (page: Page) => Promise<void>): Promise<string> {
  const { page } = await open("/en/admin?view=accounts", { as: STAFF });
  await press(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("region", { name: "The link" }).innerText();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("table", { name: "Invitation links" }).getByRole("rowheader").first().waitFor();
  return link.trim();
}

it("an invitation lets one newcomer in, in their own language, and nobody after that", async () => {
  const link = await makeLink((page) => page.getByRole("button", { name: "Create invitation" }).click());
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/login#invite=[\w-]{22}$/);
  const { page } = await openVisitor(browser, { locale: "fr-FR" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url() + (request.headers()["referer"] ?? "")));
  await page.goto(link);
  await page.getByText("Vous êtes invité").waitFor();
  expect(new URL(page.url()).pathname).toBe("/fr/login");
  const id = `INVITED-${crypto.randomUUID()}`;
  await page.fill('input[name="pocketoption_id"]', id);
  await submit(page);
  await page.getByText("Saisissez le code d’accès de ce compte.").waitFor();
  await passcodeField(page).fill(id);
  await submit(page);
  await page.getByText("Trop facile à deviner").waitFor();
  expect(page.url(), "kept through errors, and in another language").toContain("#invite=");
  await chooseLanguage(page, "de");
  await page.getByText("Sie sind eingeladen").waitFor();
  await untilHydrated(page);
  await page.fill('input[name="pocketoption_id"]', id);
  await passcodeField(page).fill(CHOSEN);
  await submit(page);
  await page.waitForURL(`${invited.url}/de/watch`);
  await page.goto(`${invited.url}/de/profile`);
  await page.locator("main").getByText(id, { exact: true }).waitFor();
  const token = link.split("=")[1] ?? "";
  expect(asked.filter((url) => url.includes(token))).toEqual([]);
  expect(invited.logs().join("\n")).not.toContain(token);

  const second = await openVisitor(browser);
  await second.page.goto(link);
  await second.page.getByText("You are invited").waitFor();
  await second.page.fill('input[name="pocketoption_id"]', "SECOND-1");
  await passcodeField(second.page).fill(CHOSEN);
  await submit(second.page);
  await second.page.getByText("Account ID or passcode is incorrect").waitFor();
});

it("a member without a passcode sees a notice until they hide it, cannot change anything, and gets a passcode with a link", async () => {
  const { page } = await open("/en/profile", { as: MEMBER });
  const notice = page.getByRole("complementary", { name: "Your account has no passcode" });
  await notice.waitFor();
  await page.getByText("Ask staff for a link to choose a passcode: then").waitFor();
  expect(await page.locator("main form, main .button--danger").count()).toBe(0);
  await page.goto(`${invited.url}/en/profile?view=security`);
  await page.getByText("Devices and actions are shown only to someone who proves").waitFor();
  expect(await page.locator("main table").count()).toBe(0);
  await page.goto(`${invited.url}/en/profile`);
  await notice.getByRole("button", { name: "Hide" }).click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("Ask staff for a link to choose a passcode: then").waitFor();
  expect(await notice.count()).toBe(0);

  const link = await makeLink((staff) =>
    staff.getByRole("button", { name: `Send link… ${MEMBER_ID}` }).click(),
  );
  // Signed in still, by the id alone.
  await page.goto(link);
  await page.getByText("You are invited").waitFor();
  await page.fill('input[name="pocketoption_id"]', MEMBER_ID);
  await passcodeField(page).fill(CHOSEN);
  await submit(page);
  await page.waitForURL(`${invited.url}/en/watch`);
  await page.goto(`${invited.url}/en/profile`);
  await page.getByRole("button", { name: "Save details" }).waitFor();
});
