import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { GENESIS_HASH } from "#shared/contracts/ledger.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";

const record = createRecord();

beforeAll(async () => {
  const trader = await addSomeTrader(record);
  await publishAndSettle(record, signalBy(trader, record), "lost");
});

describe("the database itself", () => {
  it.each([
    ["changing an entry", "UPDATE ledger SET payload = '{}' WHERE seq = 1", "ledger is append-only"],
    [
      "changing entries in passing",
      "UPDATE OR REPLACE ledger SET seq = 1 WHERE seq = 2",
      "ledger is append-only",
    ],
    ["deleting an entry", "DELETE FROM ledger WHERE seq = 3", "ledger is append-only"],
    ["replacing an entry", insertLedger("REPLACE", 3, "max"), "ledger head has moved"],
    ["leaving a gap", insertLedger("ABORT", 5, "max"), "ledger head has moved"],
    ["a fork", insertLedger("ABORT", 4, "genesis"), "ledger head has moved"],
    ["an entry without a place", insertLedger("ABORT", null, "max"), "ledger head has moved"],
    ["turning a loss into a win", "UPDATE signals SET outcome = 'won'", "signal is settled for good"],
    [
      "reopening a loss",
      "UPDATE signals SET outcome = 'open', settled_at = NULL, settled_seq = NULL",
      "signal is settled",
    ],
    ["raising a payout", "UPDATE signals SET payout = 9000", "signal is settled for good"],
    ["deleting a signal", "DELETE FROM signals", "signals stay on the record"],
    ["replacing a signal", "INSERT OR REPLACE INTO signals SELECT * FROM signals", "signal exists"],
    ["counting fewer losses", "UPDATE traders SET lost = lost - 1", "a recorded loss stands"],
    ["flattening a drawdown", "UPDATE traders SET max_drawdown = 0", "a recorded loss stands"],
    ["deleting a trader", "DELETE FROM traders", "traders stay on the record"],
    ["replacing a trader", "INSERT OR REPLACE INTO traders SELECT * FROM traders", "trader exists"],
    ["taking another's handle", "UPDATE traders SET handle = 'fresh-start'", "a recorded loss stands"],
    ["counting fewer losses in all", "UPDATE totals SET lost = 0", "a recorded loss stands"],
    ["replacing the totals", "INSERT OR REPLACE INTO totals (id) VALUES (1)", "totals stay"],
  ])("refuses %s", async (_, sql, words) => {
    const before = await contents();
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(words);
    expect(await contents()).toEqual(before);
  });
});

/** An entry at a place, on the newest hash or on the genesis. */
function insertLedger(conflict: string, seq: number | null, onto: "max" | "genesis"): string {
  const prevHash = onto === "max" ? "(SELECT hash FROM ledger WHERE seq = 3)" : `'${GENESIS_HASH}'`;
  return `INSERT OR ${conflict} INTO ledger (seq, at, kind, signal_id, payload, prev_hash, hash)
    VALUES (${seq}, ${Date.UTC(2027, 0, 1)}, 'voided', 'x', '{}', ${prevHash}, '${"f".repeat(64)}')`;
}

async function contents() {
  const tables = ["ledger", "signals", "traders", "totals"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results }) => results);
}
