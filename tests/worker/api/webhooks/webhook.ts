/** A webhook of a world of its own, on a port where nobody listens. */
import { env } from "cloudflare:workers";
import * as v from "valibot";
import { WebhookDeliveryPage, WebhookList, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { makeDeliveries } from "#worker/api/webhooks/deliveries.ts";
import { CONFIRMED, createMemberWorld } from "../member-world.ts";
import { createRecordedQueue } from "../recorded-queue.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

export const WEBHOOKS = "/api/admin/webhooks/";
export const DELIVERIES = "/api/admin/webhook-deliveries/";

export const NEW = {
  url: "http://127.0.0.1:9/hook?token=t0p",
  description: "Telegram",
  events: ["signal.published", "signal.settled", "signal.voided", "signal.corrected"],
  ...CONFIRMED,
};

/** A local site's; nothing is sent unless a test does. */
export async function createWebhookWorld(changes: Record<string, unknown> = {}) {
  await env.DB.exec("DELETE FROM webhooks");
  const { queue: deliveries, given } = createRecordedQueue();
  const world = createMemberWorld({ isLocal: true, deliveries });
  const head = await env.DB.prepare("SELECT coalesce(max(at), 0) AS at FROM ledger").first<number>("at");
  const record = createRecord(Math.max(head ?? 0, world.deps.now()) + 60_000);
  const trader = await addSomeTrader(record);
  const staff = await world.signInStaff();
  const made = v.parse(
    WebhookSecret,
    await (await staff.ask("POST", WEBHOOKS, { ...NEW, ...changes })).json(),
  );
  return {
    world,
    record,
    trader,
    staff,
    given,
    made,
    id: made.webhook.id,
    /** As the run does. */
    make: () => makeDeliveries(world.deps.db, made.webhook.id, world.deps.now(), 10),
    listed: async () => v.parse(WebhookList, await (await staff.ask("GET", WEBHOOKS)).json()).results,
    deliveries: async (query = "") =>
      v.parse(WebhookDeliveryPage, await (await staff.ask("GET", `${DELIVERIES}?${query}`)).json()),
  };
}
