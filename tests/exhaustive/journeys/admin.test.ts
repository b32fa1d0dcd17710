import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { tabTo } from "#tests/support/keyboard.ts";
import { MEMBER_ID, STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { signInStaff } from "#tests/support/staff-visit.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { openVisitor } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);

it("the publish form updates its times while they are untouched", async () => {
  const { page, leave } = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=traders`);
  await page.getByRole("button", { name: "Add trader" }).waitFor();
  await page.clock.setFixedTime(Date.now() - 3_600_000);
  await page.getByRole("link", { name: "Record", exact: true }).click();
  const entry = page.getByRole("textbox", { name: "Entry" });
  const before = Date.parse(await entry.inputValue());
  await page.clock.setFixedTime(Date.now());
  await page.getByRole("combobox", { name: "Asset" }).focus();
  expect(Date.parse(await entry.inputValue()) - before).toBeGreaterThanOrEqual(3_600_000);
  await leave();
});

it("voiding a signal needs a reason, and a trader can be retired", async () => {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle: "leaving", name: "Leaving" });
  await callApi(site.url, staff, "POST", "/api/admin/signals/", {
    trader: "leaving",
    asset: "GBP/CHF",
    direction: "down",
    entry_at: new Date(Date.now() + 3_600_000).toISOString(),
    expires_at: new Date(Date.now() + 7_200_000).toISOString(),
    payout: 0.8,
  });
  const { page, leave } = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=queue&state=running`);
  await page.getByRole("button", { name: "void GBP/CHF, Leaving" }).click();
  await page.getByRole("button", { name: "Review…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await dialog.getByText("Give a reason of 3 to 500 visible characters.").first().waitFor();
  await dialog.getByLabel("Reason").fill("Quoted on a closed market");
  await dialog.getByLabel("Reason").press("Enter");
  await page.getByText("On the record: 1 of 1").waitFor();

  await page.goto(`${site.url}/en/admin?view=traders`);
  await page.getByRole("button", { name: "Retire… Leaving" }).click();
  await dialog.getByRole("button", { name: "Retire for good" }).click();
  await page.getByText("Leaving has retired").waitFor();
  await page.getByRole("row", { name: /Leaving.*retired/ }).waitFor();
  await leave();
});

it("staff find, create and change accounts, and the last staff account cannot be removed", async () => {
  const { page, leave } = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=accounts`);
  await page.getByRole("button", { name: "Create account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Account ID").fill(MEMBER_ID);
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create account" }).click();
  await dialog.getByText("There is already an account with this ID.").first().waitFor();
  await dialog.getByLabel("Account ID").fill("FOUND-1");
  await dialog.getByLabel("Signs in").selectOption("yes");
  await dialog.getByRole("button", { name: "Create account" }).click();
  await page.getByText("Account FOUND-1 can sign in now").waitFor();
  await signInByApi(site.url, "FOUND-1");

  await page.getByLabel("Account ID or name begins with").fill("found");
  await page.keyboard.press("Enter");
  await page.waitForURL(/view=accounts&q=found$/);
  await expect.poll(() => page.getByRole("rowheader").allInnerTexts()).toEqual(["FOUND-1"]);
  await page.getByRole("status").getByText("1 of 1").waitFor();
  await page.locator('main input[name="q"]:focus').waitFor();
  let changes = 0;
  page.on("request", (request) => (changes += Number(request.method() === "PATCH")));
  await page.getByRole("button", { name: "Manage… FOUND-1" }).click();
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(changes).toBe(0);
  expect(await page.getByText("The account is changed").count()).toBe(0);
  await page.getByRole("button", { name: "Manage… FOUND-1" }).click();
  await dialog.getByLabel("New passcode").fill("a first passcode");
  await dialog.getByLabel("State").selectOption("no");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByText("Enter your own passcode.").first().waitFor();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("row", { name: /FOUND-1.*switched off/ }).waitFor();
  await page.getByText("The account is changed").waitFor();
  await expect(signInByApi(site.url, "FOUND-1")).rejects.toThrow("401");
  await page.goBack();
  await page.getByRole("rowheader", { name: MEMBER_ID }).waitFor();
  expect(await page.locator('main input[name="q"]').inputValue()).toBe("");

  await page.getByRole("button", { name: `Manage… ${STAFF_ID}` }).click();
  await dialog.getByLabel("Role").selectOption("member");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await dialog.getByText("This is the last staff account that can sign in.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("row", { name: new RegExp(`${STAFF_ID}.*Staff`) }).waitFor();
  await leave();
});

it("the audit log is filtered by its address, and exports the filtered entries", async () => {
  const { page, leave } = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=audit&action=account_created`);
  await page
    .getByRole("row", { name: /Account created/ })
    .first()
    .waitFor();
  expect(await page.getByLabel("Act").inputValue()).toBe("account_created");
  expect(await page.getByRole("row", { name: /Trader added/ }).count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toBe("seq,at,actor,action,target,detail,network,request_id");
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
  await page.goto(`${site.url}/fr/admin?view=audit&action=account_created`);
  await page.getByText("Rôle : Membre, Code d’accès : aucun").first().waitFor();
  await leave();
});

it("staff create a key whose address is shown once, see an accepted and a refused message, and revoke the key", async () => {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle: "machine", name: "Machine" });
  const { page, leave } = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=accounts`);
  await page.getByRole("link", { name: "Connections", exact: true }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the key").fill("Breakout strategy");
  await dialog.getByRole("combobox", { name: "Trader" }).fill("machine");
  await dialog.getByLabel("Your own passcode").fill("wrong horse");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await dialog.getByText("This is not your own passcode. Type it again.").first().waitFor();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const address = await dialog.getByRole("region", { name: "Webhook address" }).innerText();
  expect(address).toMatch(new RegExp(`^${site.url}/api/hooks/[^/]+/$`));
  const template = await dialog.getByRole("region", { name: "Message for a strategy alert" }).innerText();
  for (const [tool, part] of [
    ["MetaTrader", "Function for the Expert Advisor"],
    ["Freqtrade", "Part of config.json"],
    ["curl", "Command"],
  ] as const) {
    await dialog.getByText(tool, { exact: true }).click();
    expect(await dialog.getByRole("region", { name: part }).innerText()).toContain(address);
  }
  await dialog.getByRole("button", { name: "Try it" }).click();
  await dialog.getByText("This would be published now:").waitFor();
  await dialog.getByText(/^EUR\/USD up, .*, machine$/).waitFor();
  await dialog.getByRole("textbox", { name: "Try a message" }).fill("close EURUSD");
  await dialog.getByRole("button", { name: "Try it" }).click();
  await dialog.getByText("This would be refused.").waitFor();
  await dialog.getByText("No message has arrived yet.").waitFor();
  // Closed by chance, it would be lost.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("Escape");
  await page.mouse.click(10, 10);
  expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
  // As in a browser that knows no `closedby` and closes at a second Escape, whatever was answered.
  await dialog.evaluate((element) => (element as HTMLDialogElement).close());
  expect(await dialog.getByRole("region", { name: "Webhook address" }).innerText()).toBe(address);
  const asked = page.waitForEvent("dialog");
  const back = page.evaluate(() => history.back());
  await (await asked).dismiss();
  await back;
  await page.waitForURL("**/admin?view=keys");
  expect(await dialog.getByRole("region", { name: "Webhook address" }).innerText()).toBe(address);
  const kept = dialog.getByRole("button", { name: "I have copied it" });
  await tabTo(kept);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Breakout strategy.*85%.*never/ }).waitFor();

  const filled = template
    .replace("{{ticker}}", "EURUSD")
    .replace("{{strategy.order.action}}", "buy")
    .replace("{{strategy.market_position}}", "long")
    .replace("{{close}}", "1.0851")
    .replace("{{time}}", new Date().toISOString())
    .replace("{{timenow}}", new Date().toISOString());
  const taken = await fetch(address, { method: "POST", body: filled });
  expect([201, 202]).toContain(taken.status);
  const refused = await fetch(address, { method: "POST", body: template });
  expect(refused.status).toBe(400);
  const last = page.getByRole("table", { name: "Last messages" });
  await last.getByRole("row", { name: /Breakout strategy.*refused.*placeholder/ }).waitFor();
  await last.getByRole("row", { name: /Breakout strategy.*published/ }).waitFor();
  await page.goto(`${site.url}/en/admin?view=messages`);
  await page.getByRole("row", { name: /Breakout strategy.*refused.*placeholder/ }).waitFor();

  await page.goto(`${site.url}/en/admin?view=keys`);
  await page.getByText("curl", { exact: true }).click();
  const command = page.getByRole("region", { name: "Command" });
  await command.getByText(`${site.url}/api/hooks/YOUR-KEY/`).waitFor();
  await page.getByLabel("Webhook address").fill(address);
  await command.getByText(address).waitFor();
  await page.getByRole("button", { name: "Revoke… Breakout strategy" }).click();
  await dialog.getByRole("button", { name: "Revoke for good" }).click();
  await page.getByText("The key is revoked").waitFor();
  expect((await fetch(address, { method: "POST", body: filled })).status).toBe(404);
  await leave();
});

it("a form stays open while its request is running, and then shows the new key or the error", async () => {
  const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
  await callApi(site.url, staff, "POST", "/api/admin/traders/", { handle: "hasty", name: "Hasty" });
  const { page, leave } = await openVisitor(browser, { serviceWorkers: "block" });
  await signInStaff(page, `${site.url}/en/admin?view=keys`);
  const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
  const FAULT = { status: 503, json: { detail: "Maintenance.", code: "upstream_error" } };
  let sent = 0;
  await page.route("**/api/admin/ingest-keys/", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    sent += 1;
    if (sent === 1) return route.fulfill(FAULT);
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
  await leave();
});
