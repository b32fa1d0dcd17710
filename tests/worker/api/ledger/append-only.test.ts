import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { GENESIS_HASH } from "#shared/contracts/ledger.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "#tests/worker/api/signals/record.ts";

const record = createRecord();

// Entries 1 to 5: a trader joins, publishes and loses, publishes once more, and retires with that signal still open.
beforeAll(async () => {
  const trader = await addSomeTrader(record);
  await publishAndSettle(record, signalBy(trader, record), "lost");
  await publishSignal(record.deps, signalBy(trader, record));
  await retireTrader(record.deps, trader);
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
    ["replacing an entry", insertLedger("REPLACE", 5, "max"), "ledger head has moved"],
    ["leaving a gap", insertLedger("ABORT", 7, "max"), "ledger head has moved"],
    ["a fork", insertLedger("ABORT", 6, "genesis"), "ledger head has moved"],
    ["an entry without a place", insertLedger("ABORT", null, "max"), "ledger head has moved"],
    [
      "an entry dated before its head",
      insertLedger("ABORT", 6, "max", Date.UTC(2026, 0, 1)),
      "ledger head has moved",
    ],
    [
      "turning a loss into a win",
      "UPDATE signals SET outcome = 'won' WHERE outcome = 'lost'",
      "signal is settled for good",
    ],
    ...[
      "outcome = 'draw'",
      "outcome = 'draw', corrected_from = 'won', corrected_at = 2, corrected_seq = 99, correction_reason = 'x'",
      "corrected_from = 'won'",
    ].map((change) => [
      `setting ${change} of a loss`,
      `UPDATE signals SET ${change} WHERE outcome = 'lost'`,
      "signal is settled for good",
    ]),
    [
      "reopening a loss",
      "UPDATE signals SET outcome = 'open', settled_at = NULL, settled_seq = NULL WHERE outcome = 'lost'",
      "signal is settled",
    ],
    ...[
      "published_seq = published_seq + 100",
      "id = 'another'",
      "trader_id = trader_id + 1",
      "asset = 'BTC/USD'",
      "direction = 'down'",
      "published_at = published_at - 1",
      "entry_at = entry_at - 1",
      "expires_at = expires_at + 1",
      "settle_by = settle_by + 1",
      "payout = 9000",
      "is_late = 1 - is_late",
      "is_otc = 1 - is_otc",
    ].map((change) => [
      `setting ${change} of an open signal`,
      `UPDATE signals SET ${change} WHERE outcome = 'open'`,
      "signal is settled for good",
    ]),
    ["deleting a signal", "DELETE FROM signals", "signals stay on the record"],
    ["replacing a signal", "INSERT OR REPLACE INTO signals SELECT * FROM signals", "signal exists"],
    ["counting fewer losses", "UPDATE traders SET lost = lost - 1", "a recorded loss stands"],
    ["counting fewer OTC losses", "UPDATE traders SET otc_lost = otc_lost - 1", "a recorded loss stands"],
    ["counting fewer OTC losses in all", "UPDATE totals SET otc_lost = -1", "a recorded loss stands"],
    ["flattening a drawdown", "UPDATE traders SET max_drawdown = 0", "a recorded loss stands"],
    ["shortening a losing streak", "UPDATE traders SET longest_losing_streak = 0", "a recorded loss stands"],
    ["bringing back who retired", "UPDATE traders SET retired_at = NULL", "a recorded loss stands"],
    ["moving when someone retired", "UPDATE traders SET retired_at = 1", "a recorded loss stands"],
    ["moving when someone joined", "UPDATE traders SET joined_at = 1", "a recorded loss stands"],
    ["giving a trader another number", "UPDATE traders SET id = id + 1", "a recorded loss stands"],
    ["deleting a trader", "DELETE FROM traders", "traders stay on the record"],
    ["replacing a trader", "INSERT OR REPLACE INTO traders SELECT * FROM traders", "trader exists"],
    ["taking another's handle", "UPDATE traders SET handle = 'fresh-start'", "a recorded loss stands"],
    ["counting fewer losses in all", "UPDATE totals SET lost = 0", "a recorded loss stands"],
    ["flattening the drawdown of all", "UPDATE totals SET max_drawdown = 0", "a recorded loss stands"],
    [
      "shortening the losing streak of all",
      "UPDATE totals SET longest_losing_streak = 0",
      "a recorded loss stands",
    ],
    ["counting fewer traders", "UPDATE totals SET traders = 0", "a recorded loss stands"],
    ["deleting the totals", "DELETE FROM totals", "totals stay"],
    ["replacing the totals", "INSERT OR REPLACE INTO totals (id) VALUES (1)", "totals stay"],
  ])("refuses %s", async (_, sql, words) => {
    const before = await contents();
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(words);
    expect(await contents()).toEqual(before);
  });
});

/** An entry at a place, on the newest hash or on the genesis. */
function insertLedger(
  conflict: string,
  seq: number | null,
  onto: "max" | "genesis",
  atMs = Date.UTC(2027, 0, 1),
): string {
  const prevHash = onto === "max" ? "(SELECT hash FROM ledger WHERE seq = 5)" : `'${GENESIS_HASH}'`;
  return `INSERT OR ${conflict} INTO ledger (seq, at, kind, signal_id, payload, prev_hash, hash)
    VALUES (${seq}, ${atMs}, 'voided', 'x', '{}', ${prevHash}, '${"f".repeat(64)}')`;
}

async function contents() {
  const tables = ["ledger", "signals", "traders", "totals"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results }) => results);
}
