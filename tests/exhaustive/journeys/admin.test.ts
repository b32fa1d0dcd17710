/** Staff's lists and forms: traders, accounts, running signals and the audit log. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { addHolder, STAFF } from "#tests/support/member.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const staff = await staffOf(site.url);

const openAdmin = (view: string) => open(`/en/admin?view=${view}`, { as: STAFF });

it("the publish form updates its times while they are untouched", async () => {
  const { page } = await openAdmin("traders");
  await page.getByRole("button", { name: "Add trader" }).waitFor();
  await page.clock.setFixedTime(Date.now() - 3_600_000);
  await page.getByRole("link", { name: "Record", exact: true }).click();
  const entry = page.getByRole("textbox", { name: "Entry" });
  const before = Date.parse(await entry.inputValue());
  await page.clock.setFixedTime(Date.now());
  await page.getByRole("combobox", { name: "Asset" }).focus();
  expect(Date.parse(await entry.inputValue()) - before).toBeGreaterThanOrEqual(3_600_000);
});

it("the trader form names an existing trader that a new one could be confused with, and a trader can be retired", async () => {
  await staff.addTraders({ "ebb-pool": "Ebb Pool" });
  const { page } = await openAdmin("traders");
  await page.getByRole("button", { name: "Add trader" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Handle").fill("ebb-po0l");
  const name = dialog.getByLabel("Display name");
  await name.fill("EBB POÓL");
  await name.press("Enter");
  const mistake = (text: string) => dialog.locator(".field__error", { hasText: text }).waitFor();
  await mistake("This handle could be mistaken for “ebb-pool”");
  await dialog.getByLabel("Handle").fill("other-pool");
  await name.press("Enter");
  await mistake("This name could be mistaken for “Ebb Pool”");
  expect(await name.evaluate((input) => input === document.activeElement)).toBe(true);
  await name.fill("Leaving");
  await name.press("Enter");
  await page.getByRole("rowheader", { name: "Leaving" }).waitFor();

  await page.getByRole("button", { name: "Retire… Leaving" }).click();
  await dialog.getByRole("button", { name: "Retire for good" }).click();
  await page.getByText("Leaving has retired").waitFor();
  await page.getByRole("row", { name: /Leaving.*retired/ }).waitFor();
});

it("a button names the one signal that it is about, and a running signal can be settled from its expiry on, without a reload", async () => {
  await staff.addTraders({ doubled: "Doubled" });
  const signal = { trader: "doubled", asset: "EUR/CZK" };
  await staff.publish(signal);
  const { expires_at } = await staff.publish(signal, 60, 600);
  const { page } = await openAdmin("queue&state=running");
  const time = String.raw`\w{3} \d+, \d{4}, \d\d:\d\d UTC`;
  const which = String.raw`Doubled, up, ${time} – ${time}, #\d+`;
  const buttons = page.getByRole("button", { name: new RegExp(`^void EUR/CZK, ${which}$`) });
  await buttons.nth(1).waitFor();
  expect(new Set(await buttons.allTextContents()).size).toBe(2);
  const won = page.getByRole("button", { name: /^won/ });
  expect(await won.count()).toBe(0);

  await page.clock.install();
  await page.reload();
  await buttons.nth(1).waitFor();
  await page.clock.runFor(Date.parse(expires_at) - Date.now() + 61_000);
  await won.waitFor();
});

it("staff find, create and change accounts, and the last staff account cannot be removed", async () => {
  const { page } = await openAdmin("accounts");
  await page.getByRole("button", { name: "Create account" }).click();
  const dialog = page.getByRole("dialog");
  const save = dialog.getByRole("button", { name: "Save changes" });
  await dialog.getByLabel("Account ID").fill(MEMBER_ID);
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await dialog.getByText("There is already an account with this ID.").first().waitFor();
  await dialog.getByLabel("Account ID").fill("FOUND-1");
  await dialog.getByLabel("Signs in").selectOption("yes");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account FOUND-1 can sign in now").waitFor();

  await page.getByLabel("Account ID or name begins with").fill("found");
  await page.keyboard.press("Enter");
  await page.waitForURL(/view=accounts&q=found$/);
  await expect.poll(() => page.getByRole("rowheader").allInnerTexts()).toEqual(["FOUND-1"]);
  await page.getByRole("status").getByText("1 of 1").waitFor();
  await page.locator('main input[name="q"]:focus').waitFor();
  let changes = 0;
  page.on("request", (request) => (changes += Number(request.method() === "PATCH")));
  await page.getByRole("button", { name: "Manage… FOUND-1" }).click();
  await save.click();
  await dialog.waitFor({ state: "detached" });
  expect(changes).toBe(0);
  await page.getByRole("button", { name: "Manage… FOUND-1" }).click();
  await dialog.getByLabel("New passcode").fill("a first passcode");
  await dialog.getByLabel("State").selectOption("no");
  await save.click();
  await dialog.getByText("Enter your own passcode.").first().waitFor();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await save.click();
  await page.getByRole("row", { name: /FOUND-1.*switched off/ }).waitFor();
  await page.getByText("The account is changed").waitFor();
  await page.goBack();
  await page.getByRole("rowheader", { name: MEMBER_ID }).waitFor();
  expect(await page.locator('main input[name="q"]').inputValue()).toBe("");

  await page.getByRole("button", { name: `Manage… ${STAFF_ID}` }).click();
  await dialog.getByLabel("Role").selectOption("member");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await save.click();
  await dialog.getByText("This is the last staff account that can sign in.").waitFor();
});

it("the audit log shows names that people know, is filtered by its address, and exports the filtered entries", async () => {
  await staff.addTraders({ logged: "Logged" });
  const confirmed = { current_passcode: STAFF_PASSCODE };
  await staff.ask("POST", "ingest-keys/", {
    trader: "logged",
    label: "Logged desk",
    payout: 0.9,
    ...confirmed,
  });
  await staff.ask("POST", "accounts/", { pocketoption_id: "LOGGED-1", ...confirmed });
  const { id, passcode } = await addHolder(site);
  const leaver = await signInByApi(site.url, id, passcode);
  await callApi(site.url, leaver, "DELETE", "/api/profile/", { confirm: id, current_passcode: passcode });
  const { page } = await openAdmin("audit");
  const rowOf = (act: string) => page.getByRole("row", { name: act }).first();
  await rowOf("Trader added").getByRole("link", { name: "logged", exact: true }).waitFor();
  await rowOf("Account created").getByRole("cell", { name: "LOGGED-1", exact: true }).waitFor();
  // Who deleted it, and what.
  await rowOf("Account deleted").getByRole("cell", { name: "deleted account", exact: true }).nth(1).waitFor();
  await rowOf("Key created").getByRole("cell", { name: "Logged desk", exact: true }).waitFor();

  await page.goto(`${site.url}/en/admin?view=audit&action=account_created`);
  await rowOf("Account created").waitFor();
  expect(await page.getByLabel("Act").inputValue()).toBe("account_created");
  expect(await page.getByRole("row", { name: /Trader added/ }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines.slice(1).every((line) => line.includes(",account_created,"))).toBe(true);
  await page.locator('input[name="from"]').fill("yesterday");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.locator('input[name="from"][aria-invalid="true"]:focus').waitFor();
  await page.getByRole("alert").getByText("Fix the marked filters to see the list.").waitFor();
  await page.getByRole("link", { name: "Clear", exact: true }).click();
  await page.locator("h1:focus").waitFor();
  const actor = page.getByLabel("Account ID");
  await actor.fill("NOBODY");
  await actor.press("Enter");
  await page.getByRole("status").getByText("Nothing matches.").waitFor();
  expect(await actor.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.goto(`${site.url}/de/admin?view=audit&action=account_created`);
  await page.getByText("Rolle: Mitglied, Zugangscode: keiner").first().waitFor();
});

it("a form stays open while its request is running, and then shows the new key or the error", async () => {
  await staff.addTraders({ hasty: "Hasty" });
  const { page } = await openAdmin("keys");
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  let sent = 0;
  await page.route("**/api/admin/ingest-keys/", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    if (sent === 1)
      return route.fulfill({ status: 503, json: { detail: "Maintenance.", code: "upstream_error" } });
    await isAnswered;
    return route.continue();
  });
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create key" });
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await dialog.getByLabel("Name of the key").fill("Pressed twice");
  await dialog.getByRole("combobox", { name: "Trader" }).fill("hasty");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await create.click();
  await dialog.getByRole("alert").filter({ hasText: /\S/ }).waitFor();
  expect(await cancel.isEnabled()).toBe(true);

  await create.click();
  await dialog.locator('form[aria-busy="true"]').waitFor();
  expect(await cancel.isEnabled()).toBe(false);
  await dialog.getByRole("button", { name: "Close" }).click();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await page.mouse.click(10, 10);
  answer();
  await dialog.getByRole("region", { name: "Webhook address" }).waitFor();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await dialog.waitFor({ state: "detached" });
});
