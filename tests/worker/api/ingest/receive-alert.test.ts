import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import * as v from "valibot";
import { CreatedIngestKey, IngestKeyList } from "#shared/contracts/ingest-keys.ts";
import { MAX_ALERT_BYTES } from "#shared/limits/ingest.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import { createApi } from "#worker/api/api.ts";
import { beforeBatches } from "#tests/worker/api/before-batches.ts";
import { holdToContract } from "#tests/worker/api/held-to-contract.ts";
import { PASSCODE, refusalOf } from "#tests/worker/api/member-world.ts";
import { watchDatabase } from "#tests/worker/api/watched-database.ts";
import { createHook, createHooksApp, exhaust, messagesOf, receiptOf, refusalsOf, signalsOf } from "./hook.ts";

describe("POST /api/hooks/{key}/", () => {
  it("publishes an alert and returns when it arrived", async () => {
    const { world, record, trader, send } = await createHook();
    const answer = await send("EURUSD buy 5m");
    expect(answer.status).toBe(201);
    const receipt = await receiptOf(answer);
    expect(receipt).toMatchObject({
      status: "published",
      received_at: new Date(world.deps.now()).toISOString(),
    });
    expect(await record.signalOf(receipt.signal_id ?? "")).toMatchObject({
      trader: { handle: trader },
      asset: "EUR/USD",
      direction: "up",
      is_late: false,
      payout: 0.85,
    });
  });

  it.each([
    ["by its bar", '{"ticker":"EURUSD","action":"buy","time":"2026-03-01T12:00:00Z","close":1}', 3_600_000],
    ["by its text within a minute", "EURUSD buy", 59_000],
  ])("stores a repeated message once, recognised %s", async (_, body, waitMs) => {
    const { world, trader, send } = await createHook();
    const first = await receiptOf(await send(body));
    world.pass(waitMs);
    const again = await send(body);
    expect(again.status).toBe(200);
    expect(await receiptOf(again)).toMatchObject({ status: "duplicate", signal_id: first.signal_id });
    expect(await signalsOf(trader)).toBe(1);
  });

  it("recognises a repeated message even if its entry time has passed meanwhile", async () => {
    const { world, send } = await createHook();
    const entry_at = new Date(world.deps.now() + 5000).toISOString();
    const body = JSON.stringify({ asset: "EUR/USD", direction: "up", entry_at });
    expect((await send(body)).status).toBe(201);
    world.pass(10_000);
    expect((await send(body)).status).toBe(200);
  });

  it("accepts the message's id from a header, unless it is empty", async () => {
    const { trader, send } = await createHook();
    const statusOf = async (body: string, headers: Record<string, string>) =>
      (await send(body, headers)).status;
    expect(await statusOf("EURUSD buy 5m", { "Webhook-Id": "", "Idempotency-Key": "m-1" })).toBe(201);
    expect(await statusOf("EURUSD buy 10m", { "Webhook-Id": "m-1", "Idempotency-Key": "m-2" })).toBe(200);
    const withAnother = JSON.stringify({ ticker: "EURUSD", action: "buy", id: "m-2" });
    expect(await statusOf(withAnother, { "Webhook-Id": "m-1" }), "before one in the body").toBe(200);
    for (const body of ["GBPUSD buy 5m", "USDJPY buy 5m"])
      expect(await statusOf(body, { "Webhook-Id": "", "Idempotency-Key": "" })).toBe(201);
    expect(await signalsOf(trader)).toBe(3);
  });

  it("returns the names of unknown fields, and keeps them for staff, newest first, with the time of use", async () => {
    const { world, staff, id, send } = await createHook();
    const first = await send('{"ticker":"EURUSD","action":"buy","mood":"good","close":1}');
    expect(await receiptOf(first)).toMatchObject({ status: "published", not_understood: ["mood"] });
    const again = await send('{"ticker":"EURUSD","action":"buy","mood":"good","close":1}');
    expect(await receiptOf(again)).toMatchObject({ status: "duplicate", not_understood: ["mood"] });
    await send('{"ticker":"GBPUSD","action":"buy","regime":{"name":"calm"}}');
    await send("USDJPY buy");
    const listed = await staff.ask("GET", "/api/admin/ingest-keys/");
    const { results } = v.parse(IngestKeyList, await listed.json());
    expect(results.find((key) => key.id === id)).toMatchObject({
      not_understood: ["regime.name", "mood"],
      last_used_at: new Date(world.deps.now()).toISOString(),
    });
  });

  it("ignores and reports a confidence, unless staff have enabled it for the key", async () => {
    const body = '{"ticker":"EURUSD","action":"buy","mood":"good","signal":{"confidence":72}}';
    const [other, own] = [await createHook(), await createHook({ takes_confidence: true })];
    const passedOver = { not_understood: ["mood", "signal.confidence"] };
    expect(await receiptOf(await other.send(body))).toMatchObject({ status: "published", ...passedOver });
    expect(await receiptOf(await other.send(body))).toMatchObject({ status: "duplicate", ...passedOver });
    expect(await receiptOf(await own.send(body))).toMatchObject({ not_understood: ["mood"] });
  });

  it("refuses a message outside the key's limits, names the limit, and keeps the message for staff", async () => {
    const { send, id, trader } = await createHook({ max_payout: 0.9, assets: ["eurusd"] });
    const answer = await send("EURUSD buy 5m 95%");
    const detail = "payout: 0.95 is not from 0.0001 to 0.9, the bounds of this key.";
    expect([answer.status, await answer.json()]).toEqual([400, { code: "out_of_bounds", detail }]);
    expect(await refusalOf(await send("GBPUSD buy 5m"))).toEqual({ status: 400, code: "out_of_bounds" });
    expect(await refusalsOf(id)).toEqual(["out_of_bounds", "out_of_bounds"]);
    expect((await send("EURUSD buy 5m 80%")).status).toBe(201);
    expect(await signalsOf(trader)).toBe(1);
  });

  it("treats a message as another signal if it comes to another key, or a minute later", async () => {
    const { world, trader, send } = await createHook();
    const other = await createHook();
    expect((await send("EURUSD buy")).status).toBe(201);
    expect((await other.send("EURUSD buy")).status).toBe(201);
    world.pass(61_000);
    expect((await send("EURUSD buy")).status).toBe(201);
    expect(await signalsOf(trader)).toBe(2);
  });

  it("publishes one of many copies that arrive at the same moment", async () => {
    const { trader, send } = await createHook();
    const copies = await Promise.all(
      Array.from({ length: 8 }, () => send('{"ticker":"EURUSD","action":"buy","id":"same"}')),
    );
    expect(copies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([...Array(7).fill(200), 201]);
    expect(await signalsOf(trader)).toBe(1);
  });

  it("throttles a sender with too many messages for a minute, but no other key", async () => {
    const { world, trader, staff, id, send } = await createHook();
    const other = await staff.ask("POST", "/api/admin/ingest-keys/", {
      trader,
      label: "Other",
      current_passcode: PASSCODE,
    });
    await exhaust(v.parse(CreatedIngestKey, await other.json()).id, world.deps.now());
    expect((await send("EURUSD sell")).status).toBe(201);
    await exhaust(id, world.deps.now(), 1);
    const answer = await send("EURUSD buy");
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(await refusalOf(answer)).toEqual({ status: 429, code: "throttled" });
    expect(await refusalsOf(id)).toEqual([]);
    expect(await signalsOf(trader)).toBe(1);
    world.pass(60_000);
    expect((await send("EURUSD buy")).status).toBe(201);
  });

  it("throttles a sender even if the messages arrive at the same moment", async () => {
    const { world, trader, id, send } = await createHook();
    await exhaust(id, world.deps.now(), 2);
    const body = (name: number) => `{"ticker":"EURUSD","action":"buy","id":"m-${name}"}`;
    const answers = await Promise.all([1, 2, 3, 4, 5, 1].map((name) => send(body(name))));
    expect(await signalsOf(trader)).toBe(2);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    for (const answer of refused) {
      expect(await refusalOf(answer)).toEqual({ status: 429, code: "throttled" });
    }
    expect(await refusalsOf(id)).toEqual([]);
    expect(world.logged).toEqual([]);
  });

  it("accepts no message above the limit, even if none of the earlier ones is published yet", async () => {
    const { world, trader, id, path } = await createHook();
    await exhaust(id, world.deps.now(), 1);
    const hurried = createHooksApp(world.deps, async () => {});
    const answers = await Promise.all(
      ["5m", "10m", "15m"].map(async (life) =>
        hurried.request(path, { method: "POST", body: `EURUSD buy ${life}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 429, 429]);
    await vi.waitFor(async () => expect(await signalsOf(trader)).toBe(1));
    expect(await refusalsOf(id)).toEqual([]);
  });

  it.each([
    ["compressed", "{}", "gzip", 415, "unsupported_media_type"],
    ["too long", "x".repeat(MAX_ALERT_BYTES + 1), "identity", 413, "payload_too_large"],
  ])(
    "refuses a body that is %s, and keeps its beginning for staff",
    async (_, body, coding, status, code) => {
      const { id, trader, send } = await createHook();
      expect(await refusalOf(await send(body, { "Content-Encoding": coding }))).toEqual({ status, code });
      const [kept] = await messagesOf(id);
      expect(kept).toMatchObject({ state: "refused", code });
      expect(kept?.body.slice(0, 20)).toBe(body.slice(0, 20));
      expect(kept?.body.length).toBeLessThanOrEqual(2000);
      expect(await signalsOf(trader)).toBe(0);
    },
  );

  it.each(["application/json", "application/x-www-form-urlencoded", "no type", ""])(
    "reads JSON that is sent as %j, with the end of a string behind it",
    async (type) => {
      const { id, send } = await createHook();
      const body = '{"ticker":"EURUSD","action":"buy"}';
      expect((await send(`${body}\0\0`, { "Content-Type": type })).status).toBe(201);
      expect(await messagesOf(id)).toMatchObject([{ body }]);
    },
  );

  it("answers 202 if publishing takes longer than 80 ms, once the message is stored, and publishes afterwards", async () => {
    const { world, path, id, trader } = await createHook();
    const [begun, before] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const db = beforeBatches(() => {
      begun.resolve();
      return before.promise;
    });
    const waits: number[] = [];
    const hurried = createHooksApp(
      { ...world.deps, db },
      async (milliseconds) => void waits.push(milliseconds),
    );
    const answered = vi.fn();
    const answering = Promise.resolve(hurried.request(path, { method: "POST", body: "EURUSD buy" }));
    void answering.then(answered);
    await begun.promise;
    // Longer than the answer waits for the signal, which here is not at all.
    await scheduler.wait(1);
    expect(waits).toEqual([80]);
    expect(answered).not.toHaveBeenCalled();
    expect(await messagesOf(id)).toEqual([]);
    before.resolve();
    const answer = await answering;
    expect(answer.status).toBe(202);
    expect(await receiptOf(answer)).toMatchObject({ status: "accepted", signal_id: null });
    expect(await messagesOf(id)).toHaveLength(1);
    await vi.waitFor(async () => expect(await signalsOf(trader)).toBe(1));
  });

  it("logs a refusal that comes after the response, and keeps it for staff", async () => {
    const { record, world, id, path, trader } = await createHook();
    await retireTrader(record.deps, trader);
    const hurried = createHooksApp(world.deps, async () => {});
    const headers = { "X-Request-Id": "request-1" };
    expect((await hurried.request(path, { method: "POST", headers, body: "EURUSD buy" })).status).toBe(202);
    const refusal = { event: "alert_refused", requestId: "request-1", keyId: id, code: "trader_retired" };
    await vi.waitFor(() => expect(world.logged).toMatchObject([refusal]));
    expect(await refusalsOf(id)).toEqual(["trader_retired"]);
  });

  it("makes three database round trips for a published message, and one for a refused or repeated one", async () => {
    const { world, path } = await createHook();
    const { db, takeLog } = watchDatabase();
    const api = holdToContract(createApi({ ...world.deps, db }));
    for (const [body, status, trips] of [
      ["EURUSD buy 5m", 201, 3],
      ["EURUSD buy 5m", 200, 1],
      ["nonsense", 400, 1],
    ] as const) {
      expect((await api.request(path, { method: "POST", body })).status).toBe(status);
      expect(takeLog().trips, body).toBe(trips);
    }
  });

  it("accepts what it has stored, even if publishing fails, and never logs the key", async () => {
    const { world, key, path, send } = await createHook();
    await env.DB.exec(
      "CREATE TRIGGER broken BEFORE INSERT ON ingest_events BEGIN SELECT RAISE(ABORT, 'x'); END",
    );
    try {
      const answer = await world.api.request(path, { method: "POST", body: "EURUSD buy" });
      expect(answer.status).toBe(202);
      await vi.waitFor(() => expect(world.logged).toMatchObject([{ event: "alert_undecided" }]));
    } finally {
      await env.DB.exec("DROP TRIGGER broken");
    }
    await send("nonsense");
    expect(world.logged.length).toBeGreaterThan(1);
    expect(JSON.stringify(world.logged)).not.toContain(key);
  });
});
