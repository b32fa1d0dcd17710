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

const MAY_1 = Date.UTC(2026, 4, 1);

/** Each of the changes to these rows, which the database refuses with these words. */
const changesOf = (rows: string, changes: readonly string[], words: string) =>
  changes.map((change) => [`UPDATE ${rows.replace("SET", `SET ${change}`)}`, words] as const);

it.each<readonly [sql: string, words: string]>([
  ["UPDATE ledger SET payload = '{}' WHERE seq = 1", "ledger is append-only"],
  ["UPDATE OR REPLACE ledger SET seq = 1 WHERE seq = 2", "ledger is append-only"],
  ["DELETE FROM ledger WHERE seq = 3", "ledger is append-only"],
  ...changesOf(
    "signals SET WHERE outcome = 'lost'",
    [
      "outcome = 'won'",
      "outcome = 'draw'",
      "outcome = 'draw', corrected_from = 'won', corrected_at = 2, corrected_seq = 99, correction_reason = 'x'",
      "corrected_from = 'won'",
      "outcome = 'open', settled_at = NULL, settled_seq = NULL",
    ],
    "signal is settled",
  ),
  ...changesOf(
    "signals SET WHERE outcome = 'open'",
    [
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
      "corrected_from = 'won'",
      "corrected_at = 1",
      "corrected_seq = 1",
      "correction_reason = 'x'",
    ],
    "signal is not as its entry says",
  ),
  ...changesOf("signals SET WHERE outcome = 'open'", ["stakes = NULL", "stakes = '{}'"], "signal is"),
  ["DELETE FROM signals", "signals stay on the record"],
  ["INSERT OR REPLACE INTO signals SELECT * FROM signals", "signal exists"],
  ...changesOf(
    "traders SET",
    [
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
    ],
    "figures do not follow from an entry",
  ),
  ...changesOf(
    "totals SET",
    [
      "lost = 0",
      "otc_lost = -1",
      "max_drawdown = 0",
      "longest_losing_streak = 0",
      "traders = 0",
      "won = won + 10",
      "last_seq = last_seq - 1",
    ],
    "figures do not follow from an entry",
  ),
  ...changesOf(
    "trader_equity SET",
    [
      `series = '{"stride":1,"points":[]}'`,
      `purses = '{"above":[9],"below":[9]}'`,
      `moments = '{"count":1,"until":[]}'`,
      `confidences = '[{"confidence":90,"won":40,"lost":0}]'`,
    ],
    "figures do not follow from an entry",
  ),
  ["INSERT OR REPLACE INTO trader_equity SELECT * FROM trader_equity", "figures do not follow from an entry"],
  ["DELETE FROM trader_equity", "figures stay on the record"],
  ["DELETE FROM traders", "traders stay on the record"],
  ["INSERT OR REPLACE INTO traders SELECT * FROM traders", "trader"],
  [
    "INSERT INTO traders (handle, name, joined_at, last_seq) VALUES ('nobody', 'Nobody', 1, 1)",
    "trader does not follow from an entry",
  ],
  ["DELETE FROM totals", "totals stay"],
  ["INSERT OR REPLACE INTO totals (id) VALUES (1)", "totals stay"],
])("the database refuses %s", refuses);

const UNCHAINED = "ledger head has moved";
const OFF_CLOCK = "ledger time does not follow from the clock";

it.each([
  ["in place of another", insertLedger(5, { conflict: "REPLACE" }), UNCHAINED],
  ["behind a gap", insertLedger(7), UNCHAINED],
  ["on another chain", insertLedger(6, { prevHash: `'${GENESIS_HASH}'` }), UNCHAINED],
  ["without a place", insertLedger(null), UNCHAINED],
  ["dated before its head", insertLedger(6, { atMs: Date.UTC(2026, 0, 1) }), UNCHAINED],
  [
    "that does not say its clock",
    insertLedger(6, { clockMs: null }),
    "NOT NULL constraint failed: ledger.clock_at",
  ],
  ["whose time is not that of its clock", insertLedger(6, { atMs: MAY_1 + 1, clockMs: MAY_1 }), OFF_CLOCK],
  [
    "more than a minute ahead of its clock",
    `INSERT INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
      SELECT 6, at, at - ${MAX_CLOCK_LAG_MS + 1}, 'voided', 'x', '{}', hash, hash FROM ledger WHERE seq = 5`,
    OFF_CLOCK,
  ],
  ["of tomorrow", insertLedger(6, { atMs: Date.now() + DAY_MS }), "clock is ahead of the database"],
  ["that is no JSON", insertLedger(6, { entry: "'voided', 'x', 'no JSON'" }), "entry is no JSON"],
])("the database refuses an entry %s", async (_, sql, words) => refuses(sql, words));

async function refuses(sql: string, words: string) {
  const before = await contents();
  await expect(env.DB.prepare(sql).run()).rejects.toThrow(words);
  expect(await contents()).toEqual(before);
}

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
    return insertLedger(6, { entry: `'${kind}', ${signalId}, '${payload}'` });
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

/** An entry at a place: of its kind, signal and payload, on the newest hash. */
function insertLedger(
  seq: number | null,
  {
    conflict = "ABORT",
    prevHash = "(SELECT hash FROM ledger WHERE seq = 5)",
    entry = "'voided', 'x', '{}'",
    atMs = MAY_1,
    clockMs = atMs,
  }: Partial<Record<"conflict" | "prevHash" | "entry", string>> & {
    readonly atMs?: number;
    readonly clockMs?: number | null;
  } = {},
): string {
  return `INSERT OR ${conflict} INTO ledger (seq, at, clock_at, kind, signal_id, payload, prev_hash, hash)
    VALUES (${seq}, ${atMs}, ${clockMs}, ${entry}, ${prevHash}, '${"f".repeat(64)}')`;
}

async function contents() {
  const tables = ["ledger", "signals", "traders", "trader_equity", "totals"];
  const results = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
  return results.map(({ results }) => results);
}
