import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { beforeBatches } from "#tests/worker/api/before-batches.ts";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { checkNextNight, readiness, runCheck } from "./nights.ts";

const record = createRecord();
const HOLDS = [
  { event: "record_holds", reading: "newest" },
  { event: "record_holds", reading: "whole" },
];

describe("the nightly check", () => {
  it("succeeds if every stored figure follows from the entries", async () => {
    expect(await readiness(record)).toEqual({ holds: true, details: ["record: not checked yet"] });
    const trader = await addSomeTrader(record);
    for (const outcome of ["won", "lost", "draw"] as const)
      await publishAndSettle(record, signalBy(trader, record, { confidence: 70 }), outcome);
    expect(await checkNextNight(record)).toMatchObject(HOLDS.map((line) => ({ ...line, seq: 7 })));
    const at = new Date(record.clock.ms).toISOString();
    expect(await readiness(record, 3 * DAY_MS)).toEqual({
      holds: true,
      details: [
        `record: checked up to entry 7 at ${at}`,
        `record: read again, all of it, up to entry 7 at ${at}`,
      ],
    });
    expect(await readiness(record, 3 * DAY_MS + 1)).toMatchObject({ holds: false });
  });

  it("takes no writing that comes meanwhile for a fault", async () => {
    const trader = await addSomeTrader(record);
    await publishSignal(record.deps, signalBy(trader, record));
    record.clock.ms += DAY_MS;
    let writes = 0;
    const busy = beforeBatches(async () => {
      writes += 1;
      await publishAndSettle(record, signalBy(trader, record), "won");
    });
    for (let runs = 0; runs < 3; runs += 1) expect(await runCheck(record, busy)).toEqual([]);
    expect(writes).toBeGreaterThan(9);
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });

  it("goes on after a clock that was ahead", async () => {
    record.clock.ms += 400 * DAY_MS;
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
    record.clock.ms -= 400 * DAY_MS;
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });

  it("detects a quote that is in no entry", async () => {
    await env.DB.exec(
      "INSERT INTO quotes VALUES ('prices.test', 'EUR/USD', '2026-03-01T00:00:00.000Z', '1.1', 2)",
    );
    const key = "prices.test EUR/USD 2026-03-01T00:00:00.000Z";
    const fault = { kind: "no_entry", table: "quotes", key };
    expect(await checkNextNight(record)).toMatchObject([
      HOLDS[0],
      { event: "record_broken", reading: "whole", fault },
    ]);
    await pastTriggers(env.DB, "DELETE FROM quotes");
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });

  it("detects a signal wrongly marked as witnessed in time, and a wrong count of such signals", async () => {
    const one =
      "INSERT INTO witnessed_signals SELECT published_seq, trader_id FROM signals WHERE published_seq = 2";
    await pastTriggers(env.DB, one);
    const fault = { kind: "differs", table: "witnessed_signals", found: 1, expected: 0 };
    expect(await checkNextNight(record)).toMatchObject([
      HOLDS[0],
      { event: "record_broken", reading: "whole", fault },
    ]);
    await pastTriggers(
      env.DB,
      "DELETE FROM witnessed_signals",
      "INSERT INTO witnessed_traders (trader_id, in_time) VALUES (1, 1)",
    );
    expect(await checkNextNight(record)).toMatchObject([
      HOLDS[0],
      { event: "record_broken", fault: { ...fault, table: "witnessed_traders" } },
    ]);
    await pastTriggers(env.DB, "DELETE FROM witnessed_traders");
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });

  it("detects a witnessed checkpoint that does not match the entries", async () => {
    const seen = (size: number, root: string) =>
      `INSERT INTO log_checkpoints (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
        VALUES (${size}, 'tidemark.test/log' || char(10) || ${size} || char(10) || '${root}' || char(10), 'l', 1, 'l', 1)`;
    const forget = "DELETE FROM log_checkpoints";
    await pastTriggers(env.DB, seen(0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="));
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
    for (const size of [2, 100_000]) {
      await pastTriggers(env.DB, seen(size, "another root"));
      const fault = { table: "log_checkpoints", key: String(size), place: "root", found: "another root" };
      expect(await checkNextNight(record)).toContainEqual(
        expect.objectContaining({ event: "record_broken", fault: expect.objectContaining(fault) }),
      );
      await pastTriggers(env.DB, forget, "DELETE FROM witnessed_traders", "DELETE FROM witnessed_signals");
    }
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });

  it.each<[table: string, change: string, fault: object, words?: string]>([
    ["trader_equity", "series = 'no JSON' WHERE trader_id = 1", { place: "series", found: "no JSON" }],
    ["traders", "won = won + 20, settled = settled + 20 WHERE id = 1", { place: "won" }],
    ["traders", "won = won + 20, last_seq = 9000 WHERE id = 1", {}],
    ["traders", "rank_low = 0.9 WHERE id = 1", { place: "rank_low", found: 0.9 }],
    ["signals", "settled_at = settled_at - 1 WHERE settled_seq = 3", { place: "settled_at" }],
    ["signals", "payout = 9000 WHERE outcome = 'won'", { place: "payout" }],
    ["signals", "id = 'another' WHERE published_seq = 2", { kind: "no_row" }],
    ["totals", "won = won + 1", { place: "won" }, "totals 1 does not follow from the entries: won"],
    [
      "ledger",
      "payload = json_set(payload, '$.outcome', 'won') WHERE seq = 5",
      { kind: "broken", seq: 5 },
      "entry 5 does not hold: hash_differs",
    ],
    [
      "ledger",
      "at = 9e15 WHERE seq = 4",
      { kind: "broken", seq: 4, flaw: "malformed" },
      "entry 4 does not hold: malformed",
    ],
    ["ledger", "payload = 'no JSON' WHERE seq = 3", { kind: "broken", seq: 3, flaw: "malformed" }],
  ])("detects a row of %s that does not follow from the entries, until it does: %s", async (...broken) => {
    const [table, change, fault, words = table === "ledger" ? "entry" : table] = broken;
    const restore = await restoring(table);
    await pastTriggers(env.DB, `UPDATE ${table} SET ${change}`);
    for (let nights = 0; nights < 2; nights += 1) {
      const told = { ...(table !== "ledger" && { kind: "differs", table }), ...fault };
      const line = { level: "error", event: "record_broken", fault: expect.objectContaining(told) };
      expect(await checkNextNight(record)).toContainEqual(expect.objectContaining(line));
      // The record grows.
      await addSomeTrader(record);
      const { holds, details } = await readiness(record);
      expect([holds, details.join("\n")]).toEqual([false, expect.stringContaining(words)]);
    }
    if (table === "totals") await pastTriggers(env.DB, "UPDATE totals SET won = won - 1");
    else await pastTriggers(env.DB, ...restore);
    expect(await readiness(record)).toMatchObject({ holds: false });
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
    expect(await readiness(record)).toMatchObject({ holds: true });
  });

  it("detects rows that no entry made", async () => {
    const copy = (columns: string) =>
      `INSERT INTO traders (handle, name, folded, joined_at, last_seq) SELECT ${columns} FROM traders WHERE id = 1`;
    await pastTriggers(env.DB, copy("'nobody', name, folded, joined_at, last_seq"));
    const fault = { kind: "no_entry", table: "traders", key: "nobody" };
    expect(await checkNextNight(record)).toContainEqual(expect.objectContaining({ fault }));
    await pastTriggers(env.DB, "DELETE FROM traders WHERE handle = 'nobody'");
    expect(await checkNextNight(record)).toMatchObject(HOLDS);
  });
});

/** Statements that make a table's rows what they are now. */
async function restoring(table: string): Promise<string[]> {
  const { results } = await env.DB.prepare(`SELECT rowid AS place, * FROM ${table}`).all();
  return results.map(({ place, ...row }) => {
    const values = Object.entries(row).map(([name, value]) => `"${name}" = ${literal(value)}`);
    return `UPDATE ${table} SET ${values.join(", ")} WHERE rowid = ${String(place)}`;
  });
}

function literal(value: unknown): string {
  return typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
}
