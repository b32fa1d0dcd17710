import { env } from "cloudflare:workers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type LedgerDraft, LedgerHead } from "#shared/contracts/ledger.ts";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { published, sha256 } from "#tests/support/chained.ts";
import { beforeBatches } from "#tests/worker/api/before-batches.ts";
import {
  addSomeTrader,
  createRecord,
  readEntries,
  signalBy,
  type TestRecord,
} from "#tests/worker/api/signals/record.ts";
import type { Database } from "#worker/api/database.ts";
import { commitToLedger } from "#worker/api/ledger/index.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader } from "#worker/api/traders/index.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";
import { LEDGER_WAIT_MS, MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";

describe("50 concurrent writers", () => {
  it("leave no gap, no fork and no lost write", { timeout: 60_000 }, async () => {
    const record = createRecord();
    // Real waiting: this is about contention. How long it may take is not, so the clock that ends it stands still.
    const clock = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const { db, now, log } = record.deps;
    const deps = { db, now, log };
    const handles = Array.from({ length: 5 }, (_, index) => `writer-${index}`);
    for (const handle of handles) await addTrader(deps, { handle, name: handle });
    const before = await headOf(record);
    const signals = await Promise.all(
      Array.from({ length: 50 }, (_, index) => publishSignal(deps, signalBy(`writer-${index % 5}`, record))),
    );
    const head = await headOf(record);
    expect(head.seq).toBe(before.seq + 50);
    expect(new Set(signals.map(({ published_seq }) => published_seq)).size).toBe(50);
    const entries = await readEntries(record);
    expect(await verifyChain(entries, { sha256, until: head })).toMatchObject({
      holds: true,
      checked: head.seq,
    });
    const recorded = new Set(entries.map(({ signal_id }) => signal_id));
    expect(signals.every(({ id }) => recorded.has(id))).toBe(true);
    expect(await env.DB.prepare("SELECT open FROM totals").first()).toEqual({ open: 50 });
    const { results } = await env.DB.prepare("SELECT open FROM traders").all();
    expect(results.map(({ open }) => open)).toEqual([10, 10, 10, 10, 10]);
  });

  it("get ledger_busy in time, and write nothing, if others win every attempt", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    const db = intercepted(async () => void (await addSomeTrader(record, "rival")));
    const before = await env.DB.prepare("SELECT count(*) AS signals FROM signals").first();
    let waitedMs = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => waitedMs);
    onTestFinished(() => clock.mockRestore());
    const sleep = async (delayMs: number) => void (waitedMs += delayMs);
    const deps = { ...record.deps, db, sleep, random: () => 0.9 };
    const publishing = publishSignal(deps, signalBy(trader, record));
    await expect(publishing).rejects.toMatchObject({ code: "ledger_busy" });
    expect(waitedMs).toBeGreaterThanOrEqual(LEDGER_WAIT_MS);
    expect(waitedMs).toBeLessThan(GATEWAY_RETRY.attemptTimeoutMs);
    expect(await env.DB.prepare("SELECT count(*) AS signals FROM signals").first()).toEqual(before);
  });
});

it("a writer retries only if the head has moved, not if the database fails", async () => {
  const record = createRecord();
  const trader = await addSomeTrader(record);
  let writes = 0;
  const db = intercepted(async () => {
    writes += 1;
    throw new Error("disk full");
  });
  const publishing = publishSignal({ ...record.deps, db }, signalBy(trader, record));
  await expect(publishing).rejects.toThrow("disk full");
  expect(writes).toBe(1);
});

it("an entry that does not match the ledger's contract is never appended", async () => {
  const record = createRecord();
  const { payload } = published("00", 0, { entry_at: "-000001-12-31T00:01:00.000Z" });
  const before = await headOf(record);
  const committing = commitToLedger(record.deps, {
    reads: [],
    plan: () => ({
      drafts: [{ kind: "published", signal_id: "00", payload } as LedgerDraft],
      statements: () => [],
      result: () => null,
    }),
  });
  await expect(committing).rejects.toThrow("Invalid format");
  expect(await headOf(record)).toEqual(before);
});

describe("time in the ledger", () => {
  it("never goes back, even if the server's clock does", async () => {
    const record = createRecord(Date.UTC(2026, 5, 1));
    await addSomeTrader(record);
    const before = await headOf(record);
    record.clock.ms -= MAX_CLOCK_LAG_MS;
    await addSomeTrader(record);
    const [entry] = (await readEntries(record)).slice(-1);
    expect(entry).toMatchObject({ at: before.at, clock_at: new Date(record.clock.ms).toISOString() });
  });

  it("does not accept an entry from a server whose clock is more than a minute behind or ahead", async () => {
    const record = createRecord(Date.UTC(2026, 6, 1));
    await addSomeTrader(record);
    const before = await headOf(record);
    for (const ms of [record.clock.ms - MAX_CLOCK_LAG_MS - 1, Date.now() + MAX_CLOCK_LAG_MS + 10_000]) {
      record.clock.ms = ms;
      await expect(addSomeTrader(record)).rejects.toMatchObject({ code: "clock_wrong" });
    }
    expect(await headOf(record)).toEqual(before);
  });
});

/** The database with `before` run ahead of every second batch: the one that writes. */
function intercepted(before: () => Promise<void>): Database {
  let batches = 0;
  return beforeBatches(async () => {
    batches += 1;
    if (batches % 2 === 0) await before();
  });
}

function headOf({ read }: TestRecord): Promise<LedgerHead> {
  return read(LedgerHead, "/api/ledger/head/");
}
