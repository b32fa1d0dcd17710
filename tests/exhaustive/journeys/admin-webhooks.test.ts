/** Staff set up a webhook, see the results of its messages, and delete it. */
import { afterAll, expect, it } from "vitest";
import { STAFF } from "#tests/support/member.ts";
import { STAFF_PASSCODE, startSite } from "#tests/support/site.ts";
import { openSiteAndBrowser } from "#tests/support/site-and-browser.ts";
import { staffOf } from "#tests/support/staff-api.ts";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";

const { site, open } = await openSiteAndBrowser(startSite);
const receiver = await startWebhookReceiver();
afterAll(() => receiver.close());

it("staff create a webhook, send a test and events, repeat failed messages and delete it", async () => {
  const staff = await staffOf(site.url);
  await staff.addTraders({ godwit: "Godwit" });
  const { page } = await open("/en/admin?view=webhooks", { as: STAFF });
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
  await staff.publish({ trader: "godwit" });
  await expect.poll(() => receiver.received.length).toBe(2);
  await site.db.exec(
    "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL WHERE state = 'pending'",
  );
  await page.goto(`${site.url}/en/admin?view=webhooks&state=failed`);
  const failed = sent.getByRole("row", { name: /Signal published.*given up.*HTTP 503.*Not now/ });
  await failed.waitFor();
  receiver.reply = () => ({ status: 204 });
  await failed.getByRole("button", { name: "Send again" }).click();
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
});
