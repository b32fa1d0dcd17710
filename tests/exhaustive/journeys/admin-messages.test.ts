/** Messages of machines, with their limits and results; and what staff are told about unusual values of a key. */
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { openStaff } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const staffBrowser = await openStaff(browser, site);
afterAll(() => staffBrowser.close());

const addTrader = (handle: string, name: string) =>
  callApi(site.url, staff, "POST", "/api/admin/traders/", { handle, name });

it("a key with limits refuses messages beyond them, and every message is listed", async () => {
  await addTrader("bounded", "Bounded");
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=keys`);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the key").fill("Bound desk");
  await dialog.getByRole("combobox", { name: "Trader" }).fill("bounded");
  expect(await dialog.getByLabel("Highest payout in %").inputValue()).toBe("100");
  await dialog.getByLabel("Payout in %", { exact: true }).fill("120");
  await dialog
    .getByRole("status")
    .filter({ hasText: "120% is unusual; platforms usually pay 50% to 100%." })
    .waitFor();
  await dialog.getByLabel("Shortest duration in seconds").fill("5");
  await dialog
    .getByRole("status")
    .filter({ hasText: "5 sec is unusual; signals usually run from 30 sec to 1 day." })
    .waitFor();
  await dialog.getByLabel("Assets (optional)").fill("eurusd, not/an/asset/of/anybody/in/the/world");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  const create = dialog.getByRole("button", { name: "Create key" });
  await create.click();
  for (const label of ["Payout in %", "Assets (optional)"]) {
    await expect
      .poll(() => dialog.getByLabel(label, { exact: true }).getAttribute("aria-invalid"))
      .toBe("true");
  }
  await dialog.getByLabel("Payout in %", { exact: true }).fill("85");
  await dialog.getByLabel("Assets (optional)").fill("eurusd, GBP/USD");
  await create.click();
  const address = await dialog.getByRole("region", { name: "Webhook address" }).innerText();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("row", { name: /Bound desk.*EUR\/USD, GBP\/USD.*50%–100%.*5 sec–1 day/ }).waitFor();

  const send = async (type: string, body: string) =>
    (await fetch(address, { method: "POST", headers: { "Content-Type": type }, body })).json();
  expect(await send("application/json", '{"ticker":"EURUSD"')).toMatchObject({ code: "not_json" });
  expect(await send("text/plain", "XAUUSD buy 5m")).toMatchObject({ code: "out_of_bounds" });
  const long = JSON.stringify({ ticker: "EURUSD", action: "buy", comment: "<b>word</b> ".repeat(400) });
  expect(await send("application/json", long)).toMatchObject({ received_at: expect.any(String) });
  await page.goto(`${site.url}/en/admin?view=messages`);
  await page.getByRole("row", { name: /Bound desk.*refused.*not_json.*\{"ticker":"EURUSD"/ }).waitFor();
  await page
    .getByRole("row", { name: /Bound desk.*asset: XAU\/USD is not one of EUR\/USD, GBP\/USD/ })
    .waitFor();
  const row = page.getByRole("row").filter({ hasText: "Bound desk" }).filter({ hasText: "out_of_bounds" });
  await row.getByText("It is outside the bounds of this key.").waitFor();
  await page.getByText("Full message").click();
  await row.getByRole("link", { name: "Publish by hand…" }).click();
  await expect.poll(() => page.getByRole("combobox", { name: "Trader" }).inputValue()).toBe("bounded");
  await page.goBack();
  await page.getByLabel("State").selectOption("published");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => page.getByRole("row", { name: /refused/ }).count()).toBe(0);
  await page
    .getByRole("row", { name: /Bound desk/ })
    .getByRole("link", { name: "published" })
    .click();
  await page.getByRole("heading", { name: /EUR\/USD/ }).waitFor();
  await page.close();
});
