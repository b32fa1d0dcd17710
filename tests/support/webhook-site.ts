/** A site whose staff have configured a webhook to the test's own receiver. */
import * as v from "valibot";
import { WEBHOOK_EVENTS, WebhookDeliveryPage, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { STAFF_PASSCODE, startSite } from "./site.ts";
import { staffOf } from "./staff-api.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export type WebhookSite = Awaited<ReturnType<typeof startWebhookSite>>;

export async function startWebhookSite() {
  const site = await startSite();
  const staff = await staffOf(site.url);
  const { ask } = staff;
  const receivers: WebhookReceiver[] = [];
  await staff.addTraders({ godwit: "Godwit" });
  return {
    site,
    /** As staff, below `/api/admin/`. */
    ask,
    /** Starts a receiver whose webhook is the only one. */
    async open() {
      await site.db.prepare("DELETE FROM webhooks").run();
      return this.openAnother();
    },
    async openAnother() {
      const receiver = await startWebhookReceiver();
      receivers.push(receiver);
      const made = await ask("POST", "webhooks/", {
        url: receiver.url,
        description: "Test",
        events: WEBHOOK_EVENTS,
        current_passcode: STAFF_PASSCODE,
      });
      const { webhook, secret } = v.parse(WebhookSecret, await made.json());
      receiver.secrets = [secret];
      return { receiver, id: webhook.id, secret };
    },
    publish: () => staff.publish({ trader: "godwit" }, 60, 300),
    /** The log of deliveries, newest first. */
    async deliveries(query = "") {
      const answer = await ask("GET", `webhook-deliveries/?limit=100&${query}`);
      return v.parse(WebhookDeliveryPage, await answer.json()).results;
    },
    /** Ends all waits: makes pending deliveries due and resumes paused webhooks. */
    async waitingOver(): Promise<void> {
      await site.db.batch([
        site.db.prepare("UPDATE webhook_deliveries SET next_at = 0 WHERE state = 'pending'"),
        site.db.prepare("UPDATE webhooks SET resume_at = 0"),
      ]);
    },
    async close(): Promise<void> {
      await Promise.all([site.close(), ...receivers.map((receiver) => receiver.close())]);
    },
  };
}
