/** Staff set up a webhook, see the results of its messages, and delete it. */
import { afterAll, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { openStaff } from "#tests/support/member.ts";
import { STAFF_ID, STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";

const { site, browser } = await openSiteAndBrowser(startSite);
const staff = await signInByApi(site.url, STAFF_ID, STAFF_PASSCODE);
const staffBrowser = await openStaff(browser, site);
const receiver = await startWebhookReceiver();
afterAll(() => Promise.all([staffBrowser.close(), receiver.close()]));

const post = (path: string, body?: unknown) => callApi(site.url, staff, "POST", `/api/admin/${path}/`, body);

it("staff create a webhook, send a test and events, repeat failed messages and delete it", async () => {
  await post("traders", { handle: "godwit", name: "Godwit" });
  const page = await staffBrowser.newPage();
  await page.goto(`${site.url}/en/admin?view=webhooks`);
  await page.getByText("There is no webhook yet.").waitFor();
  await page.getByText("Nothing has been sent yet.").waitFor();

  await page.getByRole("button", { name: "Create webhook" }).click();
  const dialog = page.getByRole("dialog");
  const create = dialog.getByRole("button", { name: "Create webhook" });
  await dialog.getByLabel("Address").fill("http://192.168.1.1/");
  await dialog.getByLabel("Name of the webhook").fill("Telegram");
  for (const event of ["published", "settled", "voided", "corrected"])
    await dialog.getByLabel(`Signal ${event}`).uncheck();
  await dialog.getByLabel("Your own passcode").fill("wrong horse");
  await create.click();
  await dialog.getByText("Choose at least one event.").first().waitFor();
  await expect.poll(() => dialog.getByLabel("Signal published").getAttribute("aria-invalid")).toBe("true");
  for (const event of ["published", "voided"]) await dialog.getByLabel(`Signal ${event}`).check();
  await create.click();
  await dialog.getByText("This is not your own passcode. Type it again.").first().waitFor();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await create.click();
  await expect.poll(() => dialog.getByLabel("Address").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Address").fill(receiver.url);
  await create.click();
  receiver.secrets = [await dialog.getByRole("region", { name: "Secret" }).innerText()];
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  const row = page.getByRole("row", { name: /Telegram/ }).first();
  await row
    .filter({ hasText: "Signal published, Signal voided" })
    .filter({ hasText: "all traders" })
    .waitFor();

  await row.getByRole("button", { name: "Send test" }).click();
  const sent = page.getByRole("table", { name: "What was sent" });
  await sent.getByRole("row", { name: /Test.*Telegram.*delivered.*HTTP 204/ }).waitFor();
  expect(receiver.received).toMatchObject([{ message: { type: "webhook.test" } }]);

  receiver.reply = () => ({ status: 503, body: "Not now" });
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const times = { entry_at: at(1), expires_at: at(6) };
  await post("signals", { trader: "godwit", asset: "EUR/USD", direction: "up", payout: 0.8, ...times });
  await expect.poll(() => receiver.received.length).toBe(2);
  await site.db.exec(
    "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL WHERE state = 'pending'",
  );
  await page.goto(`${site.url}/en/admin?view=webhooks&state=failed`);
  const failed = sent.getByRole("row", { name: /Signal published.*given up.*HTTP 503.*Not now/ });
  await failed.waitFor();
  await site.db.exec(
    "UPDATE webhook_deliveries SET status = NULL, words = 'does not answer in time' WHERE state = 'failed'",
  );
  await page.goto(`${site.url}/de/admin?view=webhooks&state=failed`);
  await page.getByText("keine Antwort").waitFor();
  expect(await page.getByText("does not answer in time").getAttribute("lang")).toBe("en");
  await page.goto(`${site.url}/en/admin?view=webhooks&state=failed`);
  receiver.reply = () => ({ status: 204 });
  const unanswered = sent.getByRole("row", { name: /Signal published.*given up.*no answer/ });
  await unanswered.getByRole("button", { name: "Send again" }).click();
  await page.getByText("No messages match.").waitFor();
  await expect.poll(() => receiver.received.length).toBe(3);
  expect(receiver.received[2]?.id).toBe(receiver.received[1]?.id);

  await page.goto(`${site.url}/en/admin?view=webhooks`);
  await row.getByRole("button", { name: "Manage…" }).click();
  await dialog.getByLabel("State").selectOption("switched off");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("The webhook is changed").waitFor();
  await expect.poll(() => row.getByRole("button", { name: "Send test" }).count()).toBe(0);
  await row.getByRole("cell", { name: /^switched off/ }).waitFor();

  await row.getByRole("button", { name: "Manage…" }).click();
  await dialog.getByRole("button", { name: "New secret…" }).click();
  await dialog.getByLabel("Your own passcode").fill(STAFF_PASSCODE);
  await dialog.getByRole("button", { name: "Create new secret" }).click();
  const next = await dialog.getByRole("region", { name: "Secret" }).innerText();
  expect(receiver.secrets).not.toContain(next);
  await dialog.getByRole("button", { name: "I have copied it" }).click();
  await row.filter({ hasText: "the old secret signs too until" }).waitFor();

  await row.getByRole("button", { name: "Manage…" }).click();
  await dialog.getByRole("button", { name: "Delete…" }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await page.getByText("There is no webhook yet.").waitFor();
  await page.getByText("Nothing has been sent yet.").waitFor();
  expect(receiver.refused).toEqual([]);
  await page.close();
});
