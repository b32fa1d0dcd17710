/** The consumer of the queue of deliveries. */
import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { expect, it } from "vitest";
import { consumeDeliveries } from "#worker/delivery-queue.ts";
import { createSessionWorld } from "./api/session/session-world.ts";

const messages = [{ push: 1 }, { webhook: "nothing" }].map((body, index) => ({
  id: String(index),
  timestamp: new Date(),
  attempts: 1,
  body,
}));

it("a message that fails is retried, and the others of its batch do not", async () => {
  const { deps, logged } = createSessionWorld({ vapidKeys: () => Promise.reject(new Error("no keys")) });
  const batch = createMessageBatch("tidemark-deliveries", messages);
  await consumeDeliveries(deps, batch);
  const { outcome, retryMessages } = await getQueueResult(batch, createExecutionContext());
  expect([outcome, retryMessages.map(({ msgId }) => msgId)]).toEqual(["ok", ["0"]]);
  expect(logged).toMatchObject([{ level: "error", event: "delivery_failed", push: 1 }]);
});

it("a message whose attempts have all failed is logged", async () => {
  const { deps, logged } = createSessionWorld();
  const batch = createMessageBatch("tidemark-staging-deliveries-dead", messages);
  await consumeDeliveries(deps, batch);
  const { retryMessages } = await getQueueResult(batch, createExecutionContext());
  expect(retryMessages).toEqual([]);
  expect(logged).toMatchObject([
    { level: "error", event: "delivery_given_up", push: 1 },
    { level: "error", event: "delivery_given_up", webhook: "nothing" },
  ]);
});
