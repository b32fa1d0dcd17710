import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import type { LogEntry } from "#worker/http/logger.ts";
import { apiReadiness } from "#worker/api/readiness.ts";
import { checkRecordNightly } from "#worker/api/ledger/nightly-check.ts";
import { createLogKeys } from "#worker/api/log/index.ts";
import { createSigningKeys } from "#worker/api/session/signing-keys.ts";
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
import type { Database } from "#worker/api/database.ts";

const record = createRecord();

async function check(db: Database = drizzle(env.DB)): Promise<LogEntry[]> {
  const lines: LogEntry[] = [];
  await checkRecordNightly({ db, now: () => record.clock.ms, log: (line) => lines.push(line) });
  return lines;
}

/** Whether `/readyz` is content with what the check has found. */
async function isReady(afterMs = 0): Promise<boolean> {
  const check = apiReadiness({
    db: drizzle(env.DB),
    now: () => record.clock.ms + afterMs,
    signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
    logKeys: createLogKeys(env.LOG_SIGNING_KEY),
    logConfig: { origin: null, witnesses: [] },
    passcodePepper: env.PASSCODE_PEPPER,
  });
  return check.record();
}

describe("the nightly check", () => {
  it("succeeds if every stored figure follows from the entries", async () => {
    const trader = await addSomeTrader(record);
    for (const outcome of ["won", "lost", "draw"] as const)
      await publishAndSettle(record, signalBy(trader, record, { confidence: 70 }), outcome);
    expect(await isReady()).toBe(true);
    expect(await check()).toMatchObject([{ event: "record_holds", seq: 7 }]);
    expect([await isReady(), await isReady(3 * DAY_MS), await isReady(3 * DAY_MS + 1)]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it("succeeds while others write", async () => {
    const trader = await addSomeTrader(record);
    await publishSignal(record.deps, signalBy(trader, record));
    const busy = beforeBatches(async () => {
      await publishAndSettle(record, signalBy(trader, record), "won");
    });
    expect(await check(busy)).toMatchObject([{ event: "record_holds" }]);
  });

  it("detects a quote that is in no entry", async () => {
    await env.DB.exec(
      "INSERT INTO quotes VALUES ('prices.test', 'EUR/USD', '2026-03-01T00:00:00.000Z', '1.1')",
    );
    const key = "prices.test EUR/USD 2026-03-01T00:00:00.000Z";
    expect(await check()).toMatchObject([
      { event: "record_broken", fault: { kind: "no_entry", table: "quotes", key } },
    ]);
    await pastTriggers(env.DB, "DELETE FROM quotes");
    expect(await check()).toMatchObject([{ event: "record_holds" }]);
  });

  it("detects a signal wrongly marked as witnessed in time, and a wrong count of such signals", async () => {
    const one =
      "INSERT INTO witnessed_signals SELECT published_seq, trader_id FROM signals WHERE published_seq = 2";
    await pastTriggers(env.DB, one);
    const fault = { kind: "differs", table: "witnessed_signals", found: 1, expected: 0 };
    expect(await check()).toMatchObject([{ event: "record_broken", fault }]);
    await pastTriggers(
      env.DB,
      "DELETE FROM witnessed_signals",
      "INSERT INTO witnessed_traders (trader_id, in_time) VALUES (1, 1)",
    );
    expect(await check()).toMatchObject([
      { event: "record_broken", fault: { ...fault, table: "witnessed_traders" } },
    ]);
    await pastTriggers(env.DB, "DELETE FROM witnessed_traders");
    expect(await check()).toMatchObject([{ event: "record_holds" }]);
  });

  it("detects a witnessed checkpoint that does not match the entries", async () => {
    const seen = (size: number, root: string) =>
      `INSERT INTO log_checkpoints (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
        VALUES (${size}, 'tidemark.test/log' || char(10) || ${size} || char(10) || '${root}' || char(10), 'l', 1, 'l', 1)`;
    await pastTriggers(env.DB, seen(0, "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="));
    expect(await check()).toMatchObject([{ event: "record_holds" }]);
    for (const size of [2, 1_000]) {
      await pastTriggers(env.DB, seen(size, "another root"));
      const fault = { table: "log_checkpoints", key: String(size), place: "root", found: "another root" };
      expect(await check()).toMatchObject([{ event: "record_broken", fault }]);
      await pastTriggers(env.DB, `DELETE FROM log_checkpoints WHERE size = ${size}`);
    }
    await pastTriggers(
      env.DB,
      "DELETE FROM witnessed_traders",
      "DELETE FROM witnessed_signals",
      "DELETE FROM log_checkpoints",
    );
    expect(await check()).toMatchObject([{ event: "record_holds" }]);
  });

  it.each([
    [
      "UPDATE trader_equity SET series = 'no JSON' WHERE trader_id = 1",
      { kind: "differs", table: "trader_equity", place: "series", found: "no JSON" },
    ],
    [
      "UPDATE traders SET won = won + 20, settled = settled + 20 WHERE id = 1",
      { kind: "differs", table: "traders", place: "won" },
    ],
    [
      "UPDATE traders SET won = won - 20, settled = settled - 20, rank_low = 0.9 WHERE id = 1",
      { kind: "differs", table: "traders", place: "rank_low", found: 0.9 },
    ],
    [
      "UPDATE signals SET settled_at = settled_at - 1 WHERE settled_seq = 3",
      { kind: "differs", table: "signals", place: "settled_at" },
    ],
    [
      "UPDATE signals SET payout = 9000 WHERE outcome = 'won'",
      { kind: "differs", table: "signals", place: "payout" },
    ],
    [
      "UPDATE ledger SET payload = json_set(payload, '$.outcome', 'won') WHERE seq = 5",
      { kind: "broken", seq: 5 },
    ],
    ["UPDATE ledger SET at = 9e15 WHERE seq = 4", { kind: "broken", seq: 4, flaw: "malformed" }],
    ["UPDATE ledger SET payload = 'no JSON' WHERE seq = 3", { kind: "broken", seq: 3, flaw: "malformed" }],
  ])("detects the first row that does not follow from the entries: %s", async (change, fault) => {
    await pastTriggers(env.DB, change);
    expect(await check()).toMatchObject([{ level: "error", event: "record_broken", fault }]);
    expect(await isReady()).toBe(false);
  });

  it("skips a record that is too long for a worker, and logs that", async () => {
    await pastTriggers(
      env.DB,
      `INSERT INTO ledger (seq, at, clock_at, kind, payload, prev_hash, hash)
        SELECT 100001, at, at, 'trader_joined', '{}', hash, hash FROM ledger ORDER BY seq DESC LIMIT 1`,
    );
    expect(await check()).toMatchObject([{ level: "warn", event: "record_not_checked", entries: 100_001 }]);
    expect(await isReady(100 * DAY_MS)).toBe(true);
  });
});
