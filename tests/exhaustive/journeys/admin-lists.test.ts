/** Staff lists: they update after changes, and show names instead of ids. */
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { addHolder, openStaff } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const staffBrowser = await openStaff(browser, site);
afterAll(() => staffBrowser.close());

const post = (path: string, body: unknown) => callApi(site.url, staff, "POST", `/api/admin/${path}/`, body);

/** Publishes a signal that opens and expires so many seconds from now. */
function publish(trader: string, asset: string, { entry = 3600, expiry = 7200 } = {}) {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
  const times = { entry_at: at(entry), expires_at: at(expiry) };
  return post("signals", { trader, asset, direction: "up", payout: 0.8, ...times });
}

it("the trader form names an existing trader that a new one could be confused with", async () => {
  await post("traders", { handle: "ebb-pool", name: "Ebb Pool" });
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=traders`);
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
  await name.fill("Ebb Pool Two");
  await name.press("Enter");
  await page.getByRole("rowheader", { name: "Ebb Pool Two" }).waitFor();
  await page.close();
});

it("a button names the one signal that it is about", async () => {
  await post("traders", { handle: "doubled", name: "Doubled" });
  await publish("doubled", "EUR/CZK");
  await publish("doubled", "EUR/CZK");
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=queue&state=running`);
  const time = String.raw`\w{3} \d+, \d{4}, \d\d:\d\d UTC`;
  const which = String.raw`Doubled, up, ${time} – ${time}, #\d+`;
  const buttons = page.getByRole("button", { name: new RegExp(`^void EUR/CZK, ${which}$`) });
  await buttons.nth(1).waitFor();
  expect(new Set(await buttons.allTextContents()).size).toBe(2);
  await page.close();
});

it("a running signal can be settled from its expiry on, without a reload", async () => {
  await post("traders", { handle: "hurried", name: "Hurried" });
  const published = await publish("hurried", "EUR/SGD", { entry: 60, expiry: 600 });
  const { expires_at } = (await published.json()) as { expires_at: string };
  const page = await staffBrowser.newPage();
  await page.clock.install();
  await page.goto(`${site.url}/en/admin?view=queue&state=running`);
  const row = page.getByRole("row", { name: /EUR\/SGD/ });
  await row.getByRole("button", { name: /^void/ }).waitFor();
  expect(await row.getByRole("button").count()).toBe(1);
  await page.clock.runFor(Date.parse(expires_at) - Date.now() + 61_000);
  await row.getByRole("button", { name: /^won/ }).waitFor();
  await page.close();
});

it("the audit log shows traders, keys and accounts by the names that people know", async () => {
  await post("traders", { handle: "logged", name: "Logged" });
  const confirmed = { current_passcode: STAFF_PASSCODE };
  await post("ingest-keys", { trader: "logged", label: "Logged desk", payout: 0.9, ...confirmed });
  await post("accounts", { pocketoption_id: "LOGGED-1", ...confirmed });
  const { id, passcode } = await addHolder(site);
  const leaver = await signInByApi(site.url, id, passcode);
  await callApi(site.url, leaver, "DELETE", "/api/profile/", { confirm: id, current_passcode: passcode });
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=audit`);
  const rowOf = (act: string) => page.getByRole("row", { name: act }).first();
  await rowOf("Trader added").getByRole("link", { name: "logged", exact: true }).waitFor();
  const made = page.getByRole("row", { name: "Account created" });
  await made.first().getByRole("cell", { name: "LOGGED-1", exact: true }).waitFor();
  const gone = rowOf("Account deleted").getByRole("cell", { name: "deleted account", exact: true });
  // Who deleted it, and what.
  await gone.nth(1).waitFor();
  await rowOf("Key created").getByRole("cell", { name: "Logged desk", exact: true }).waitFor();
  await page.close();
});
