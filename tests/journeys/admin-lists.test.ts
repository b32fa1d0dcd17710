/** The lists that staff see: they fit the window. */
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { findLosses } from "#tests/support/examine-page.ts";
import { openStaff } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const staffBrowser = await openStaff(browser, site);
afterAll(() => staffBrowser.close());

const post = (path: string, body: unknown) => callApi(site.url, staff, "POST", `/api/admin/${path}/`, body);

it("fits a desktop, however long a word that was entered", async () => {
  const word = "W".repeat(80);
  await post("accounts", { pocketoption_id: "L".repeat(64), name: word });
  await post("traders", { handle: "w".repeat(32), name: word });
  await post("ingest-keys", { trader: "w".repeat(32), label: word, payout: 0.9 });
  const page = await staffBrowser.newPage();
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const view of ["accounts", "traders", "keys", "audit"]) {
    await page.goto(`${site.url}/de/admin?view=${view}`);
    await page.getByText(word).first().waitFor();
    expect(await findLosses(page), view).toEqual([]);
  }
  await page.close();
});
