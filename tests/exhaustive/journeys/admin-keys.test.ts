/** Keys for machines: created, shown once, tried, limited and revoked, with the results of their messages. */
import { expect, it } from "vitest";
import { tabTo } from "#tests/support/keyboard.ts";
import { STAFF } from "#tests/support/member.ts";
import { STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";

const { site, open } = await openSiteAndBrowser(startSite);
await (await staffOf(site.url)).addTraders({ machine: "Machine", bounded: "Bounded" });

it("staff create a key whose address is shown once, try messages, and revoke the key", async () => {
  const { page } = await open("/en/admin?view=keys", { as: STAFF });
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name of the key").fill("Breakout strategy");
  await dialog.getByRole("combobox", { name: "Trader" }).fill("machine");
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create key" }).click();
  const shown = dialog.getByRole("region", { name: "Webhook address" });
  const address = await shown.innerText();
  expect(address).toMatch(new RegExp(`^${site.url}/api/hooks/[^/]+/$`));
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
  expect(await shown.innerText()).toBe(address);
  const asked = page.waitForEvent("dialog");
  const back = page.evaluate(() => history.back());
  await (await asked).dismiss();
  await back;
  await page.waitForURL("**/admin?view=keys");
  expect(await shown.innerText()).toBe(address);
  await tabTo(dialog.getByRole("button", { name: "I have copied it" }));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("row", { name: /Breakout strategy.*85%.*never/ }).waitFor();

  const command = page.getByRole("region", { name: "Command" });
  await page.getByText("curl", { exact: true }).click();
  await command.getByText(`${site.url}/api/hooks/YOUR-KEY/`).waitFor();
  await page.getByLabel("Webhook address").fill(address);
  await command.getByText(address).waitFor();
  await page.getByRole("button", { name: "Revoke… Breakout strategy" }).click();
  await dialog.getByRole("button", { name: "Revoke for good" }).click();
  await page.getByText("The key is revoked").waitFor();
});

it("a key has limits, unusual ones are remarked on, and every message is listed with its result", async () => {
  const { page } = await open("/en/admin?view=keys", { as: STAFF });
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  const payout = dialog.getByLabel("Payout in %", { exact: true });
  const assets = dialog.getByLabel("Assets (optional)");
  const create = dialog.getByRole("button", { name: "Create key" });
  const remark = (text: string) => dialog.getByRole("status").filter({ hasText: text }).waitFor();
  await dialog.getByLabel("Name of the key").fill("Bound desk");
  await dialog.getByRole("combobox", { name: "Trader" }).fill("bounded");
  expect(await dialog.getByLabel("Highest payout in %").inputValue()).toBe("100");
  await payout.fill("120");
  await remark("120% is unusual; platforms usually pay 50% to 100%.");
  await dialog.getByLabel("Shortest duration in seconds").fill("5");
  await remark("5 sec is unusual; signals usually run from 30 sec to 1 day.");
  await assets.fill("eurusd, not/an/asset/of/anybody/in/the/world");
  await dialog.getByLabel("Your own passcode").fill("wrong horse");
  await create.click();
  for (const field of [payout, assets])
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
  await payout.fill("85");
  await assets.fill("eurusd, GBP/USD");
  await create.click();
  await dialog.getByText("This is not your own passcode. Type it again.").first().waitFor();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await create.click();
  const address = await dialog.getByRole("region", { name: "Webhook address" }).innerText();
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await page.getByRole("row", { name: /Bound desk.*EUR\/USD, GBP\/USD.*50%–100%.*5 sec–1 day/ }).waitFor();

  const send = (body: string) => fetch(address, { method: "POST", body });
  await send('{"ticker":"EURUSD"');
  await send("XAUUSD buy 5m");
  await send(JSON.stringify({ ticker: "EURUSD", action: "buy", comment: "<b>word</b> ".repeat(400) }));
  const last = page.getByRole("table", { name: "Last messages" });
  await last.getByRole("row", { name: /Bound desk.*published/ }).waitFor();
  await page.goto(`${site.url}/en/admin?view=messages`);
  await page.getByRole("row", { name: /Bound desk.*refused.*not_json.*\{"ticker":"EURUSD"/ }).waitFor();
  const row = page.getByRole("row", { name: /Bound desk.*asset: XAU\/USD is not one of EUR\/USD, GBP\/USD/ });
  await row.getByText("It is outside the bounds of this key.").waitFor();
  await page.getByText("Full message").click();
  await row.getByRole("link", { name: "Publish by hand…" }).click();
  await expect.poll(() => page.getByRole("combobox", { name: "Trader" }).inputValue()).toBe("bounded");
  await page.goBack();
  await page.getByLabel("State", { exact: true }).selectOption("published");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => page.getByRole("row", { name: /refused/ }).count()).toBe(0);
  await page
    .getByRole("row", { name: /Bound desk/ })
    .getByRole("link", { name: "published" })
    .click();
  await page.getByRole("heading", { name: /EUR\/USD/ }).waitFor();
});
