import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { GENESIS_HASH } from "#shared/contracts/ledger.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { MAX_CLOCK_LAG_MS } from "#shared/limits/ledger.ts";

const record = createRecord();

// Entries 1 to 5: a trader joins, publishes and loses, publishes once more, and retires with that signal still open.
beforeAll(async () => {
  const trader = await addSomeTrader(record);
  await publishAndSettle(record, signalBy(trader, record), "lost");
  await publishSignal(record.deps, signalBy(trader, record));
  await retireTrader(record.deps, trader);
});

describe("the database", () => {
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
      insertLedger("ABORT", 6, "max", { atMs: Date.UTC(2026, 0, 1) }),
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
      "signal is not as its entry says",
    ]),
    ...["stakes = NULL", "stakes = '{}'"].map((change) => [
      `setting ${change} of an open signal`,
      `UPDATE signals SET ${change} WHERE outcome = 'open'`,
      "signal is",
    ]),
    ["deleting a signal", "DELETE FROM signals", "signals stay on the record"],
    ["replacing a signal", "INSERT OR REPLACE INTO signals SELECT * FROM signals", "signal exists"],
    ...[
      "lost = lost - 1",
      "otc_lost = otc_lost - 1",
      "max_drawdown = 0",
      "longest_losing_streak = 0",
      "won = won + 20, settled = settled + 20",
      "won = won + 1, lost = lost - 1",
      "last_seq = last_seq + 1",
      "evidence = 1000",
      "evidence_below = 1000",
      "is_compared = 1 - is_compared",
      "retired_at = NULL",
      "retired_at = 1",
      "joined_at = 1",
      "id = id + 1",
      "handle = 'fresh-start'",
    ].map((change) => [
      `setting ${change} of a trader`,
      `UPDATE traders SET ${change}`,
      "figures do not follow from an entry",
    ]),
    ...[
      "lost = 0",
      "otc_lost = -1",
      "max_drawdown = 0",
      "longest_losing_streak = 0",
      "traders = 0",
      "won = won + 10",
      "last_seq = last_seq - 1",
    ].map((change) => [
      `setting ${change} of the totals`,
      `UPDATE totals SET ${change}`,
      "figures do not follow from an entry",
    ]),
    ...[
      `UPDATE trader_equity SET series = '{"stride":1,"points":[]}'`,
      `UPDATE trader_equity SET purses = '{"above":[9],"below":[9]}'`,
      `UPDATE trader_equity SET moments = '{"count":1,"until":[]}'`,
      `UPDATE trader_equity SET confidences = '[{"confidence":90,"won":40,"lost":0}]'`,
      "INSERT OR REPLACE INTO trader_equity SELECT * FROM trader_equity",
    ].map((sql) => [sql, sql, "figures do not follow from an entry"]),
    ["deleting a curve", "DELETE FROM trader_equity", "figures stay on the record"],
    ["deleting a trader", "DELETE FROM traders", "traders stay on the record"],
    ["replacing a trader", "INSERT OR REPLACE INTO traders SELECT * FROM traders", "trader"],
    [
      "a trader who never joined",
      "INSERT INTO traders (handle, name, joined_at, last_seq) VALUES ('nobody', 'Nobody', 1, 1)",
      "trader does not follow from an entry",
    ],
    [
      "an entry that does not say its clock",
      insertLedger("ABORT", 6, "max", { clockMs: null }),
      "NOT NULL constraint failed: ledger.clock_at",
    ],
    [
      "an entry whose time is not that of its clock",
      insertLedger("ABORT", 6, "max", { atMs: Date.UTC(2026, 4, 1) + 1, clockMs: Date.UTC(2026, 4, 1) }),
      "ledger time does not follow from the clock",
    ],
    [
      "an entry more than a minute ahead of its clock",
      `INSERT INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
        SELECT 6, at, at - ${MAX_CLOCK_LAG_MS + 1}, 'voided', 'x', '{}', hash, hash FROM ledger WHERE seq = 5`,
      "ledger time does not follow from the clock",
    ],
    [
      "an entry of tomorrow",
      insertLedger("ABORT", 6, "max", { atMs: Date.now() + DAY_MS }),
      "clock is ahead of the database",
    ],
    [
      "an entry that is no JSON",
      insertLedger("ABORT", 6, "max").replace("'{}'", "'no JSON'"),
      "entry is no JSON",
    ],
    ["deleting the totals", "DELETE FROM totals", "totals stay"],
    ["replacing the totals", "INSERT OR REPLACE INTO totals (id) VALUES (1)", "totals stay"],
  ])("refuses %s", async (_, sql, words) => {
    const before = await contents();
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(words);
    expect(await contents()).toEqual(before);
  });
});

describe("a commit", () => {
  const isOpen = "(SELECT id FROM signals WHERE outcome = 'open')";
  const totals = "UPDATE totals SET open = open - 1, void = void + 1, last_seq = 6";
  it.each([
    [
      "counts a void before its signal says whether it counts as lost",
      entry("voided", isOpen, '{"reason":"x"}'),
      "UPDATE traders SET open = open - 1, void = void + 1, last_seq = 6",
    ],
    [
      "leaves a signal out that was published",
      entry("published", "'hidden'", "{}"),
      "UPDATE totals SET open = open + 1, last_seq = 6",
    ],
    [
      "leaves a trader out who has joined",
      entry("trader_joined", "NULL", '{"trader":"x"}'),
      "UPDATE totals SET traders = traders + 1, last_seq = 6",
    ],
    ["counts an end that its signal does not have", entry("voided", isOpen, '{"reason":"x"}'), totals],
  ])("never %s", async (_, ...sql) => {
    const before = await contents();
    await expect(env.DB.batch(sql.map((text) => env.DB.prepare(text)))).rejects.toThrow(
      "figures do not follow from an entry",
    );
    expect(await contents()).toEqual(before);
  });

  function entry(kind: string, signalId: string, payload: string): string {
    return insertLedger("ABORT", 6, "max").replace(
      "'voided', 'x', '{}'",
      `'${kind}', ${signalId}, '${payload}'`,
    );
  }
});

it.each(["signals", "traders", "trader_equity", "totals"])(
  "no column of %s can be changed alone, except a trader's name and what search makes of it",
  async (table) => {
    const { results } = await env.DB.prepare(`SELECT name FROM pragma_table_info('${table}')`).all();
    const columns = results.map(({ name }) => String(name));
    for (const column of columns.filter((name) => name !== "name" && name !== "folded")) {
      const change = env.DB.prepare(
        `UPDATE ${table} SET ${column} = CASE ${column} WHEN 1 THEN 2 ELSE 1 END`,
      );
      await expect(change.run(), column).rejects.toThrow(/D1_ERROR/);
    }
  },
);

/** An entry at a place, on the newest hash or on the genesis. */
function insertLedger(
  conflict: string,
  seq: number | null,
  onto: "max" | "genesis",
  {
    atMs = Date.UTC(2026, 4, 1),
    clockMs = atMs,
  }: { readonly atMs?: number; readonly clockMs?: number | null } = {},
): string {
  const prevHash = onto === "max" ? "(SELECT hash FROM ledger WHERE seq = 5)" : `'${GENESIS_HASH}'`;
  return `INSERT OR ${conflict} INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
    VALUES (${seq}, ${atMs}, ${clockMs}, 'voided', 'x', '{}', ${prevHash}, '${"f".repeat(64)}')`;
}

async function contents() {
  const tables = ["ledger", "signals", "traders", "trader_equity", "totals"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results }) => results);
}
