/** How webhook deliveries are created from the ledger, listed and deleted. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { correctSignal, publishSignal, settleSignal, voidSignal } from "#worker/api/signals/index.ts";
import { selectDeliveries } from "#worker/api/webhooks/list-deliveries.ts";
import { insertDeliveries, purgeOldDeliveries, selectDue } from "#worker/api/webhooks/deliveries.ts";
import { selectWebhooksDue } from "#worker/api/webhooks/send-webhook.ts";
import { planOf } from "../plan-of.ts";
import { addSomeTrader, publishAndSettle, signalBy } from "../signals/record.ts";
import { createWebhookWorld } from "./webhook.ts";
import { DELIVERY_DAYS } from "#shared/limits/webhooks.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const db = drizzle(env.DB);
const DAY_MS = 24 * 60 * 60 * 1000;

describe("webhook deliveries", () => {
  it("are created for each ledger entry on a signal since the webhook exists, once and in order", async () => {
    const { trader, record, make, deliveries, id } = await createWebhookWorld();
    const settled = await publishAndSettle(record, signalBy(trader, record), "won");
    await correctSignal(record.deps, settled, { from: "won", outcome: "lost", reason: "Wrong price" });
    const { id: voided } = await publishSignal(record.deps, signalBy(trader, record));
    await voidSignal(record.deps, voided, "Withdrawn");
    await addSomeTrader(record);
    const { due } = await make();
    expect(due.map(({ type, signal_id }) => [type, signal_id])).toEqual([
      ["signal.published", settled],
      ["signal.settled", settled],
      ["signal.corrected", settled],
      ["signal.published", voided],
      ["signal.voided", voided],
    ]);
    expect((await make()).due).toEqual(due);
    const { results } = await deliveries();
    expect(results.map(({ message_id }) => message_id)).toEqual(
      due.map(({ ledger_seq }) => `${id}_${ledger_seq}`).toReversed(),
    );
  });

  it("are limited to the chosen events and traders", async () => {
    const { trader, record, make, staff, id } = await createWebhookWorld({ events: ["signal.settled"] });
    const other = await addSomeTrader(record);
    const first = await publishAndSettle(record, signalBy(trader, record), "won");
    await publishAndSettle(record, signalBy(other, record), "lost");
    expect((await make()).due).toHaveLength(2);
    await staff.ask("PATCH", `/api/admin/webhooks/${id}/`, { traders: [other] });
    const { id: open } = await publishSignal(record.deps, signalBy(trader, record));
    record.clock.ms += 10 * 60_000;
    await settleSignal(record.deps, open, "won", EVIDENCE);
    const third = await publishAndSettle(record, signalBy(other, record), "draw");
    const { due } = await make();
    expect(due.map(({ signal_id: signal }) => signal)).toEqual([first, due[1]?.signal_id, third]);
    expect(due[2]?.type).toBe("signal.settled");
  });

  it("are listed newest first, page by page, by webhook and by state", async () => {
    const { trader, record, make, deliveries, id } = await createWebhookWorld();
    for (let count = 0; count < 3; count += 1) await publishSignal(record.deps, signalBy(trader, record));
    await make();
    await env.DB.exec(
      "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL WHERE ledger_seq % 2 = 0",
    );
    const first = await deliveries(`webhook=${id}&limit=2`);
    const rest = await deliveries(`webhook=${id}&limit=2&cursor=${first.next}`);
    const ids = [...first.results, ...rest.results].map((delivery) => delivery.id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
    expect([ids.length, rest.next]).toEqual([3, null]);
    const states = await Promise.all(["failed", "pending"].map((state) => deliveries(`state=${state}`)));
    expect(states.map(({ results }) => new Set(results.map(({ state }) => state)))).toEqual([
      new Set(["failed"]),
      new Set(["pending"]),
    ]);
    expect((await deliveries("webhook=nothing")).results).toEqual([]);
  });

  it("are deleted after their retention time", async () => {
    const { trader, record, make, world } = await createWebhookWorld();
    await publishSignal(record.deps, signalBy(trader, record));
    await make();
    const kept = () => env.DB.prepare("SELECT count(*) AS kept FROM webhook_deliveries").first("kept");
    world.pass(DELIVERY_DAYS * DAY_MS);
    await purgeOldDeliveries(world.deps);
    expect(await kept()).toBe(1);
    world.pass(1);
    await purgeOldDeliveries(world.deps);
    expect(await kept()).toBe(0);
  });

  it.each([
    [undefined, undefined, "INTEGER PRIMARY KEY"],
    [undefined, "w", "INDEX webhook_deliveries_by_webhook "],
    ["failed", undefined, "INDEX webhook_deliveries_by_state "],
    ["failed", "w", "INDEX webhook_deliveries_by_webhook_state "],
  ] as const)("are listed by the state %s and the webhook %s through %s", async (state, webhook, index) => {
    const plan = (await planOf(selectDeliveries(db, { state, webhook, limit: 26 }))).join("\n");
    expect(plan).toContain(`webhook_deliveries USING ${index}`);
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("are made and found when due through indexes", async () => {
    const nowMs = Date.now();
    const due = (await planOf(selectDue(db, "w", nowMs, 10))).join("\n");
    expect(due).toContain("webhook_deliveries USING INDEX webhook_deliveries_by_webhook_state ");
    expect(due).not.toContain("TEMP B-TREE");
    const waits = (await planOf(selectWebhooksDue(db, nowMs))).join("\n");
    expect(waits).toContain("webhook_deliveries USING INDEX webhook_deliveries_by_webhook_state ");
    const made = (await planOf(insertDeliveries(db, "w", nowMs))).join("\n");
    expect(made).toContain("SEARCH ledger USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    expect(made).not.toMatch(/SCAN ledger|TEMP B-TREE/);
  });
});
