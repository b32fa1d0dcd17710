/** Webhooks send the events of signals, signed, in order and at least once, whatever the receiver does. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWebhookReceiver } from "#tests/support/webhook-receiver.ts";
import { startWebhookSite, type WebhookSite } from "#tests/support/webhook-site.ts";
import { WEBHOOK_RETRY_SECONDS } from "#shared/limits/deliveries.ts";
import { WEBHOOK_MESSAGES } from "#shared/limits/webhooks.ts";

describe("webhook messages", { timeout: 120_000 }, () => {
  let world: WebhookSite;
  beforeAll(async () => {
    world = await startWebhookSite();
  });
  afterAll(() => world.close());
  const run = (id: string) => world.site.deliver({ webhook: id });
  const publishMany = async (count: number) => {
    const signals = [];
    for (let made = 0; made < count; made += 1) signals.push(await world.publish());
    return signals.map(({ published_seq: seq }) => seq);
  };
  /** As if no run had come since: the webhook is held while they are published. */
  const publishUnsent = async (count: number) => {
    await world.site.db.prepare("UPDATE webhooks SET taken_until = 9e15").run();
    const seqs = await publishMany(count);
    await world.site.db.prepare("UPDATE webhooks SET taken_until = 0").run();
    return seqs;
  };

  it("are sent in ledger order after a pause, however many runs they take, and none twice", async () => {
    const { receiver, id } = await world.open();
    const seqs = await publishUnsent(WEBHOOK_MESSAGES + 5);
    expect(receiver.received).toEqual([]);
    await world.site.runMinuteJobs();
    await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(seqs.length);
    await run(id);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual(seqs);
    expect(receiver.received.map((received) => received.id)).toEqual(seqs.map((seq) => `${id}_${seq}`));
  });

  it("are sent once when several runs overlap", async () => {
    const { receiver, id } = await world.open();
    receiver.reply = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { status: 200, body: "{}" };
    };
    const seqs = await publishUnsent(10);
    await Promise.all([run(id), run(id), run(id), run(id)]);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual(seqs);
  });

  it("are sent again with the same id if a run fails before it could store the response", async () => {
    const { receiver } = await world.open();
    await world.site.db.exec(
      "CREATE TRIGGER full BEFORE UPDATE ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'full'); END",
    );
    const [seq] = await publishMany(1);
    await expect.poll(() => world.site.logs().join()).toContain("delivery_failed");
    await world.site.db.exec("DROP TRIGGER full");
    await expect.poll(() => world.deliveries()).toMatchObject([{ state: "delivered" }]);
    expect(receiver.received.length).toBeGreaterThan(1);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received[0]?.message.seq).toBe(seq);
  });

  it("are sent once the lock of a crashed run has expired", async () => {
    const { receiver, id } = await world.open();
    const takenUntil = (atMs: number) =>
      world.site.db.prepare("UPDATE webhooks SET taken_until = ?").bind(atMs).run();
    await takenUntil(Date.now() + 60_000);
    await publishMany(1);
    await run(id);
    expect(receiver.received).toEqual([]);
    await takenUntil(Date.now() - 1);
    await run(id);
    expect(receiver.received).toHaveLength(1);
  });

  it("are retried after an error with growing delays, and given up after about a day", async () => {
    const { receiver, id } = await world.open();
    receiver.reply = () => ({ status: 500, body: "<h1>Broken\n  down</h1>" });
    const [seq] = await publishMany(1);
    await expect.poll(() => world.deliveries()).toMatchObject([{ attempts: 1 }]);
    for (const [attempt, seconds] of WEBHOOK_RETRY_SECONDS.entries()) {
      const [delivery] = await world.deliveries();
      expect(delivery).toMatchObject({
        state: "pending",
        attempts: attempt + 1,
        status: 500,
        words: "<h1>Broken down</h1>",
      });
      const waitMs = Date.parse(delivery?.next_at ?? "") - Date.parse(delivery?.attempted_at ?? "");
      expect(waitMs).toBeGreaterThanOrEqual(seconds * 1000);
      expect(waitMs).toBeLessThanOrEqual(1.2 * seconds * 1000 + 1);
      await world.waitingOver();
      await run(id);
    }
    const attempts = WEBHOOK_RETRY_SECONDS.length + 1;
    expect(await world.deliveries()).toMatchObject([{ state: "failed", attempts, next_at: null }]);
    expect(new Set(receiver.received.map((received) => received.id))).toEqual(new Set([`${id}_${seq}`]));
    expect(receiver.received).toHaveLength(attempts);
    // Whoever has mended the receiver has it sent again.
    receiver.reply = () => ({ status: 200 });
    const [failed] = await world.deliveries("state=failed");
    expect((await world.ask("POST", `webhook-deliveries/${failed?.id}/send-again/`)).status).toBe(202);
    await expect.poll(() => world.deliveries()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(receiver.received.at(-1)?.id).toBe(`${id}_${seq}`);
  });

  it("all wait as long as Retry-After says, and are then sent in order", async () => {
    const { receiver, id } = await world.open();
    receiver.reply = () => ({ status: 429, headers: { "Retry-After": "600" } });
    const seqs = await publishMany(3);
    await expect
      .poll(async () => (await world.deliveries("state=pending")).at(-1))
      .toMatchObject({ attempts: 1 });
    await run(id);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual(seqs.slice(0, 1));
    const first = (await world.deliveries()).at(-1);
    const waitMs = Date.parse(first?.next_at ?? "") - Date.parse(first?.attempted_at ?? "");
    expect(waitMs).toBe(600_000);
    receiver.reply = () => ({ status: 204 });
    await world.waitingOver();
    await run(id);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual([seqs[0], ...seqs]);
  });

  it("stop after several failures in a row, so that the waiting ones keep their order", async () => {
    const { receiver, id } = await world.open();
    const seqs = await publishUnsent(6);
    receiver.reply = () => ({ status: 503 });
    await run(id);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual(seqs.slice(0, 3));
    receiver.received.length = 0;
    receiver.reply = () => ({ status: 204 });
    await world.waitingOver();
    await run(id);
    expect(receiver.received.map(({ message }) => message.seq)).toEqual(seqs);
  });

  it("stop when the address is gone, until staff switch the webhook on again", async () => {
    const { receiver, id } = await world.open();
    receiver.reply = () => ({ status: 410, body: "Unsubscribed" });
    await publishUnsent(2);
    await run(id);
    await publishMany(1);
    await run(id);
    expect(receiver.received).toHaveLength(1);
    const list = async () => (await (await world.ask("GET", "webhooks/")).json()).results;
    expect(await list()).toMatchObject([{ off: { reason: "gone" }, pending: 0 }]);
    expect(await world.deliveries()).toMatchObject([
      { state: "failed", attempts: 0, status: null },
      { state: "failed", attempts: 1, status: 410, words: "Unsubscribed" },
    ]);
    receiver.reply = () => ({ status: 204 });
    await world.ask("PATCH", `webhooks/${id}/`, { is_on: true });
    const [seq] = await publishMany(1);
    await expect.poll(() => receiver.received.at(-1)?.message.seq).toBe(seq);
  });

  it.each([
    ["deleted", "DELETE", undefined],
    ["switched off", "PATCH", { is_on: false }],
  ] as const)("stop at once when staff have %s the webhook during a run", async (_, method, body) => {
    const { receiver, id } = await world.open();
    await publishUnsent(4);
    receiver.reply = async () => {
      await world.ask(method, `webhooks/${id}/`, body);
      return { status: 204 };
    };
    await run(id);
    expect(receiver.received).toHaveLength(1);
    const states = (await world.deliveries()).map(({ state }) => state);
    expect(states).toEqual(method === "DELETE" ? [] : ["failed", "failed", "failed", "delivered"]);
  });

  it("follow no redirect", async () => {
    const elsewhere = await startWebhookReceiver();
    const { receiver, secret } = await world.open();
    elsewhere.secrets = [secret];
    for (const status of [301, 302, 307, 308]) {
      receiver.reply = () => ({ status, headers: { Location: elsewhere.url } });
      await publishMany(1);
      await expect.poll(() => world.deliveries()).toMatchObject([{ status, state: "pending" }]);
      await world.site.db.prepare("DELETE FROM webhook_deliveries").run();
    }
    expect([elsewhere.received, elsewhere.refused]).toEqual([[], []]);
    await elsewhere.close();
  });

  it("time out after ten seconds without a response, and do not delay other webhooks", async () => {
    const slow = await world.open();
    const quick = await world.openAnother();
    slow.receiver.reply = () => null;
    const startedMs = performance.now();
    await publishMany(1);
    await expect.poll(() => quick.receiver.received.length).toBe(1);
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    await expect
      .poll(() => world.deliveries(`webhook=${slow.id}`), { timeout: 20_000 })
      .toMatchObject([{ state: "pending", attempts: 1, status: null, words: "does not answer in time" }]);
    // What a receiver says is read up to a bound, and what it says after success not at all.
    slow.receiver.reply = () => ({ status: 400, body: "x".repeat(100_000) });
    await world.waitingOver();
    await run(slow.id);
    expect(await world.deliveries(`webhook=${slow.id}`)).toMatchObject([
      { attempts: 2, status: 400, words: "answers with more than 16384 bytes" },
    ]);
    slow.receiver.reply = () => ({ status: 200, body: "x".repeat(100_000) });
    await world.waitingOver();
    await run(slow.id);
    expect(await world.deliveries(`webhook=${slow.id}`)).toMatchObject([{ state: "delivered", status: 200 }]);
  });

  it("wait for the next run if the address cannot be reached", async () => {
    const { id } = await world.open();
    await world.site.db.prepare("UPDATE webhooks SET url = 'http://127.0.0.1:9/'").run();
    await publishUnsent(3);
    await run(id);
    expect((await world.deliveries()).map(({ attempts, status }) => [attempts, status])).toEqual([
      [0, null],
      [0, null],
      [1, null],
    ]);
  });

  it("are not sent to an address that has become invalid", async () => {
    const { receiver } = await world.open();
    await world.site.db.prepare("UPDATE webhooks SET url = 'http://10.0.0.1/'").run();
    await publishMany(1);
    await expect
      .poll(() => world.deliveries())
      .toMatchObject([
        { attempts: 1, status: null, words: expect.stringContaining("nothing was sent: its address must") },
      ]);
    expect(receiver.received).toEqual([]);
  });

  it("can be sent as a test", async () => {
    const { receiver, id } = await world.open();
    await world.ask("POST", `webhooks/${id}/test/`);
    await expect.poll(() => receiver.received.length).toBe(1);
    expect(receiver.received[0]?.message).toEqual({
      type: "webhook.test",
      timestamp: expect.any(String),
      data: {},
      seq: null,
    });
  });
});
