/** Webhooks send the events of signals. */
import { expect, it } from "vitest";
import { startWebhookSite } from "#tests/support/webhook-site.ts";

it("webhook messages are sent right after a commit, with the signal's public data", async () => {
  const world = await startWebhookSite();
  const { receiver, id } = await world.open();
  const signal = await world.publish();
  await expect.poll(() => receiver.received.length).toBe(1);
  const [received] = receiver.received;
  const shown = await fetch(`${world.site.url}/api/signals/${signal.id}/`);
  const { entries, as_of_seq: _head, ...data } = await shown.json();
  expect(received).toMatchObject({
    id: `${id}_${signal.published_seq}`,
    message: { type: "signal.published", timestamp: entries[0].at, seq: signal.published_seq },
    headers: { "content-type": "application/json", "webhook-id": `${id}_${signal.published_seq}` },
  });
  expect(JSON.parse(received?.body ?? "")).toEqual({ ...received?.message, data });
  await world.ask("POST", `signals/${signal.id}/void/`, { reason: "Withdrawn" });
  await expect.poll(() => receiver.received.length).toBe(2);
  expect(receiver.received[1]?.message).toMatchObject({
    type: "signal.voided",
    data: { id: signal.id, outcome: "void", void_reason: "Withdrawn" },
  });
  await expect
    .poll(() => world.deliveries())
    .toMatchObject([
      { type: "signal.voided", state: "delivered", attempts: 1, status: 204, words: null, next_at: null },
      { type: "signal.published", state: "delivered", signal_id: signal.id },
    ]);
  expect(receiver.refused).toEqual([]);
  await world.close();
});
