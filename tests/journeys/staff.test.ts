/** Staff publish, settle and correct signals, and visitors see each step. */
import { expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { inMode } from "#tests/support/live-page.ts";
import { MEMBER_ID, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { fillEvidence, localTimeIn, signIn, signInStaff } from "#tests/support/staff-visit.ts";
import { openVisitor, untilHydrated } from "#tests/support/visitor.ts";

const { site, browser } = await openSiteAndBrowser(startSite);

it("a member sees why the admin area is closed, and nothing of it is loaded", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await signIn(page, `${site.url}/en/admin`, MEMBER_ID);
  await page.getByRole("heading", { name: "Staff only" }).waitFor();
  await page.getByText("this part is for staff only").waitFor();
  expect(asked.filter((path) => path.startsWith("/api/admin/"))).toEqual([]);
  expect(asked.filter((path) => path.includes("admin-area"))).toEqual([]);
  expect(complaints).toEqual([]);
  const member = await signInByApi(site.url, MEMBER_ID);
  expect((await callApi(site.url, member, "GET", "/api/admin/accounts/")).status).toBe(403);
  await leave();
});

it("staff add a trader, publish, settle and correct a signal, and a visitor sees each step and the new statistics", async () => {
  const { page, complaints, leave } = await openVisitor(browser);
  const visitor = await openVisitor(browser);
  await signInStaff(page, `${site.url}/en/admin?view=traders`);
  // Chromium tells of the answer that asks for the passcode.
  complaints.splice(0);
  await page.getByRole("button", { name: "Add trader" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Handle").fill("Not A Handle");
  await dialog.getByLabel("Display name").fill("Tide Watcher");
  await dialog.getByLabel("Display name").press("Enter");
  await dialog.locator(".field__error").waitFor();
  const handle = dialog.getByLabel("Handle");
  expect(await handle.evaluate((input) => input === document.activeElement)).toBe(true);
  await handle.fill("tide-watcher");
  await handle.press("Enter");
  await page.getByRole("rowheader", { name: "Tide Watcher" }).waitFor();

  await page.getByRole("link", { name: "Record", exact: true }).click();
  await page.getByRole("combobox", { name: "Trader" }).fill("tide-watcher");
  await page.getByRole("combobox", { name: "Asset" }).fill("EUR/JPY");
  await page.getByRole("radio", { name: "up" }).check();
  await page.getByLabel("Payout in %").fill("92,5");
  await page.getByLabel("Entry").fill(await localTimeIn(page, 6));
  await page.getByLabel("Expiry").fill(await localTimeIn(page, 3));
  await page.getByRole("button", { name: "Review signal…" }).click();
  await page.getByRole("alert").filter({ hasText: "Please check the marked fields." }).waitFor();
  expect(await page.getByLabel("Expiry").getAttribute("aria-invalid")).toBe("true");
  expect(await page.getByRole("combobox", { name: "Asset" }).inputValue()).toBe("EUR/JPY");
  await page.getByLabel("Entry").fill(await localTimeIn(page, 4));
  await page.getByLabel("Expiry").fill(await localTimeIn(page, 15));
  await visitor.page.goto(`${site.url}/en/signal`);
  await untilHydrated(visitor.page);
  await inMode(visitor.page, "live");
  await page.getByRole("button", { name: "Review signal…" }).click();
  await page.getByRole("button", { name: "Publish for good" }).click();
  await page.getByText("The signal is published").waitFor();
  // Pressed again, it would be on the record twice.
  await page.getByRole("button", { name: "Review signal…" }).click();
  await page.getByRole("alert").filter({ hasText: "Please check the marked fields." }).waitFor();

  await visitor.page.getByRole("button", { name: "1 new signal" }).click();
  await visitor.page.getByRole("rowheader", { name: "EUR/JPY" }).waitFor();
  await page.getByRole("link", { name: /^To settle/ }).click();
  // Listed once it has expired.
  await page.getByRole("button", { name: /^won EUR\/JPY/ }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Review…" }).click();
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await dialog.getByText("in 1 to 200 visible characters.").first().waitFor();
  await fillEvidence(dialog);
  await dialog.getByRole("button", { name: "Send for good: 1" }).click();
  await page.getByText("On the record: 1 of 1").waitFor();
  await page.getByText("Nothing has to be settled now.").first().waitFor();

  await visitor.page.getByRole("row", { name: /EUR\/JPY.*won/ }).waitFor();
  await visitor.page.getByRole("button", { name: "Check this record" }).click();
  await visitor.page.getByText(/The record holds/).waitFor();
  const answer = await fetch(`${site.url}/api/traders/tide-watcher/`);
  expect(await answer.json()).toMatchObject({ statistics: { won: 1, settled: 1, net: 0.925 } });

  await page.getByRole("link", { name: "Corrections" }).click();
  await page.getByRole("combobox", { name: "Trader" }).fill("tide-watcher");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page
    .getByRole("row", { name: /EUR\/JPY.*Tide Watcher/ })
    .getByRole("button", { name: /^Correct/ })
    .click();
  await dialog.getByRole("button", { name: "Correct for good" }).click();
  await dialog.getByText("Give a reason of 3 to 500 visible characters.").first().waitFor();
  await dialog.getByLabel("Outcome").selectOption("lost");
  await dialog.getByLabel("Reason").fill("The price at expiry was misread");
  await dialog.getByRole("button", { name: "Correct for good" }).click();
  await page.getByText("EUR/JPY is now: lost").waitFor();
  await page.getByText("No signals match.").first().waitFor();
  await visitor.page.getByRole("row", { name: /EUR\/JPY.*lost\s*corrected/ }).waitFor();
  await visitor.page.getByText("EUR/JPY by Tide Watcher: lost, corrected.").waitFor({ state: "attached" });
  await visitor.page.getByRole("link", { name: "EUR/JPY" }).first().click();
  await visitor.page
    .getByText("Recorded as “won” until staff corrected it to “lost”. Reason: The price at")
    .waitFor();
  const corrected = await fetch(`${site.url}/api/traders/tide-watcher/`);
  expect(await corrected.json()).toMatchObject({ statistics: { won: 0, lost: 1, net: -1 } });
  expect(complaints).toEqual([]);
  await visitor.leave();
  await leave();
});
