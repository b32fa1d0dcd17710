/** Staff lists: they update after changes, fit the window, and show names instead of ids. */
import type { Locator } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { findLosses, findSpilledWords } from "#tests/support/examine-page.ts";
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

it("an empty audit log says that nothing is recorded, and an empty filter result that nothing matches", async () => {
  const page = await staffBrowser.newPage();
  const none = { json: { results: [], next: null } };
  await page.route("**/api/admin/audit/**", (route) => route.fulfill(none));
  await page.goto(`${site.url}/en/admin?view=audit`);
  await page.getByText("Nothing is recorded yet.").waitFor();
  await page.goto(`${site.url}/en/admin?view=audit&actor=NOBODY`);
  await page.getByText("No entries match.").waitFor();
  await page.close();
});

/** The last Sunday of October that is yet to come: clocks in Berlin are turned back. */
function nextClockChange(): string {
  const lastSundayOf = (year: number) => Date.UTC(year, 9, 31 - new Date(Date.UTC(year, 9, 31)).getUTCDay());
  const year = new Date().getUTCFullYear();
  const day = lastSundayOf(year) > Date.now() ? lastSundayOf(year) : lastSundayOf(year + 1);
  return new Date(day).toISOString().slice(0, 10);
}

it("the publish form asks whether a small payout is meant, and which of two times when clocks change", async () => {
  await post("traders", { handle: "twice", name: "Twice" });
  const page = await staffBrowser.newPage();
  const devtools = await staffBrowser.newCDPSession(page);
  await devtools.send("Emulation.setTimezoneOverride", { timezoneId: "Europe/Berlin" });
  await page.goto(`${site.url}/en/admin`);
  await page.getByRole("combobox", { name: "Trader" }).fill("twice");
  await page.getByRole("combobox", { name: "Asset" }).fill("EUR/DKK");
  await page.getByLabel("Direction").selectOption("up");
  await page.getByLabel("Payout in %").fill("0,85");
  const october = nextClockChange();
  await page.getByLabel("Expiry", { exact: true }).fill(`${october}T02:30`);
  const question = page.getByRole("alert").filter({ hasText: "Do you mean 85%?" });
  await question.waitFor();
  const review = page.getByRole("button", { name: "Review signal…" });
  await review.click();
  expect(await question.evaluate((element) => element === document.activeElement)).toBe(true);
  await question.getByRole("button", { name: "No, 0.85%" }).click();
  expect(await page.getByLabel("Payout in %").inputValue()).toBe("0,85");
  await review.click();
  const which = page.getByLabel("Expiry: which of the two?");
  await expect.poll(() => which.getAttribute("aria-invalid")).toBe("true");
  await which.selectOption("second");
  await page.getByLabel("Payout in %").fill("1.85");
  await question.getByRole("button", { name: "Yes, 85%" }).click();
  expect(await page.getByLabel("Payout in %").inputValue()).toBe("85");
  await review.click();
  await page.getByRole("button", { name: "Publish for good" }).click();
  await page.getByText("The signal is published").waitFor();
  const answer = await fetch(`${site.url}/api/signals/?trader=twice`);
  expect(await answer.json()).toMatchObject({
    results: [{ payout: 0.85, expires_at: `${october}T01:30:00.000Z` }],
  });
  await page.close();
});

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

it("an open signal voided elsewhere leaves the list once the dialog that reported it is closed", async () => {
  await post("traders", { handle: "two-hands", name: "Two Hands" });
  const published = await publish("two-hands", "NZD/CAD");
  const { id } = (await published.json()) as { id: string };
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=queue&state=running`);
  const open = page.getByRole("button", { name: "Void… NZD/CAD, Two Hands" });
  await open.waitFor();
  await post(`signals/${id}/void`, { reason: "By another hand" });
  await open.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("Quoted on a closed market");
  await dialog.getByLabel("Reason").press("Enter");
  await dialog.getByText("This signal already has its outcome.").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await open.waitFor({ state: "detached" });
  await page.close();
});

it("lists of staff fit the window, however long the words that were entered", async () => {
  const word = "W".repeat(80);
  await post("accounts", { pocketoption_id: "L".repeat(64), name: word });
  await post("traders", { handle: "w".repeat(32), name: word });
  await post("ingest-keys", { trader: "w".repeat(32), label: word, payout: 0.9 });
  await post("webhooks", {
    url: `http://127.0.0.1:9/${"w".repeat(80)}`,
    description: word,
    events: ["signal.settled"],
    traders: ["w".repeat(32)],
    current_passcode: STAFF_PASSCODE,
  });
  await publish("w".repeat(32), "AUD/CAD_otc");
  const page = await staffBrowser.newPage();
  for (const view of ["queue&state=running", "accounts", "traders", "keys", "audit", "webhooks"]) {
    await page.goto(`${site.url}/de/admin?view=${view}`);
    await page.locator(".typed", { hasText: word }).first().waitFor();
    for (const width of [768, 960, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findLosses(page), `${view} at ${width} px`).toEqual([]);
      // Only what is too long for a column is broken, and nothing leaves it.
      const spilled = await findSpilledWords(page);
      const ofOthers = spilled.filter((found) => !/[wWL]{30}" is broken/.test(found));
      expect(ofOthers, `${view} at ${width} px`).toEqual([]);
    }
  }
  await page.close();
});

it("a button and its dialog name the one signal that they are about", async () => {
  await post("traders", { handle: "doubled", name: "Doubled" });
  await publish("doubled", "EUR/CZK", { entry: 3600 });
  await publish("doubled", "EUR/CZK", { entry: 3600 });
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=queue&state=running`);
  const time = String.raw`\d\d/\d\d/\d{4}, \d\d:\d\d [AP]M UTC`;
  const which = String.raw`Doubled, up, ${time} – ${time}, #\d+`;
  const seen = new Set<string>();
  for (const act of ["Settle", "Void"]) {
    const buttons = page.getByRole("button", { name: new RegExp(`^${act}… EUR/CZK, ${which}$`) });
    await buttons.nth(1).waitFor();
    for (const button of await buttons.all()) {
      await button.click();
      const dialog = page.getByRole("dialog", { name: new RegExp(`^${act} EUR/CZK ${which}$`) });
      seen.add((await dialog.getByRole("heading").textContent()) ?? "");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
    }
  }
  expect(seen.size).toBe(4);
  await page.close();
});

it("the settle dialog says from when a signal can be settled, until then", async () => {
  await post("traders", { handle: "hurried", name: "Hurried" });
  const published = await publish("hurried", "EUR/SGD", { entry: 60, expiry: 600 });
  const { expires_at } = (await published.json()) as { expires_at: string };
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=queue&state=running`);
  const open = page.getByRole("button", { name: /^Settle… EUR\/SGD/ });
  const hint = page.getByRole("dialog").getByText(/^It can be settled from \d\d\/\d\d\/\d{4}, /);
  await open.click();
  await hint.waitFor();
  expect(await page.getByRole("button", { name: "Settle for good" }).isEnabled()).toBe(true);
  await page.keyboard.press("Escape");
  await hint.waitFor({ state: "detached" });
  // The page stands while it expires.
  await page.clock.setFixedTime(Date.parse(expires_at));
  await open.click();
  await page.getByRole("button", { name: "Settle for good" }).waitFor();
  expect(await hint.count()).toBe(0);
  await page.close();
});

it("the buttons of an open signal do not overlap, and the first is on the row's first line", async () => {
  await post("traders", { handle: "narrow", name: "Narrow Strait" });
  await publish("narrow", "EUR/PLN");
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/de/admin?view=queue&state=running`);
  const row = page.getByRole("row", { name: /EUR\/PLN/ });
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? expect.unreachable();
  for (const width of [390, 780, 820, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const first = await boxOf(row.getByRole("button").first());
    const last = await boxOf(row.getByRole("button").last());
    const isApart = last.x >= first.x + first.width || last.y >= first.y + first.height;
    expect(isApart, `${width} px`).toBe(true);
    // On a card the buttons stand below.
    if (width < 960) continue;
    const asset = await boxOf(row.getByRole("link", { name: "EUR/PLN" }));
    const middle = ({ y, height }: typeof asset) => y + height / 2;
    expect(Math.abs(middle(first) - middle(asset)), `${width} px`).toBeLessThan(3);
  }
  await page.close();
});

it("the audit log shows traders, keys and accounts by the names that people know", async () => {
  await post("traders", { handle: "logged", name: "Logged" });
  await post("ingest-keys", { trader: "logged", label: "Logged desk", payout: 0.9 });
  await post("accounts", { pocketoption_id: "LOGGED-1" });
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

it("the audit log shows account and signal ids on one line if there is room", async () => {
  await post("traders", { handle: "one-line", name: "One Line" });
  const published = await publish("one-line", "EUR/HUF");
  const { id } = (await published.json()) as { id: string };
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/de/admin?view=audit`);
  const row = page.getByRole("row").filter({ hasText: id });
  for (const width of [1130, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const text of [STAFF_ID, id]) {
      const lines = await row.getByText(text, { exact: true }).evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      });
      expect(lines, `${text} at ${width} px`).toBe(1);
    }
  }
  await page.close();
});

it("the audit log's date filters use the language's format, and the address has ISO dates", async () => {
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/de/admin?view=audit`);
  const from = page.getByLabel("Von", { exact: true });
  expect(await from.getAttribute("placeholder")).toBe("TT.MM.JJJJ");
  await from.fill("21.1.2026");
  await page.getByRole("button", { name: "Anzeigen" }).click();
  await page.waitForURL("**/de/admin?view=audit&from=2026-01-21");
  await expect.poll(() => from.inputValue()).toBe("21.01.2026");
  await page.getByRole("row").nth(1).waitFor();
  await from.fill("31.2.2026");
  await page.getByRole("button", { name: "Anzeigen" }).click();
  await page.getByText("Geben Sie das Datum als TT.MM.JJJJ ein.").waitFor();
  expect(await from.inputValue()).toBe("31.2.2026");
  await page.goto(`${site.url}/en/admin?view=audit`);
  await page.getByLabel("From", { exact: true }).fill("01/21/2026");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/en/admin?view=audit&from=2026-01-21");
  await page.close();
});

it("each view has its own page title", async () => {
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=accounts`);
  await page.getByRole("heading", { name: "Accounts" }).waitFor();
  expect(await page.title()).toBe("Accounts – Admin | Tidemark");
  await page.click('.view-nav a[href="/en/admin?view=audit"]');
  await expect.poll(() => page.title()).toBe("Audit log – Admin | Tidemark");
  await page.goto(`${site.url}/en/profile`);
  await page.click('.view-nav a[href="/en/profile?view=security"]');
  await expect.poll(() => page.title()).toMatch(/^Security – .* \| Tidemark$/);
  expect(await page.locator("title").count()).toBe(1);
  await page.close();
});
