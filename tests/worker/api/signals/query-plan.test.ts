import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { TRADER_SORTS } from "#shared/contracts/traders.ts";
import { SELECT_HEAD } from "#worker/api/ledger/ledger-row.ts";
import { SELECT_ENTRIES_OF_SIGNAL, SELECT_PAGE } from "#worker/api/ledger/read-ledger.ts";
import { SELECT_OVERDUE } from "#worker/api/signals/end-signals.ts";
import { SELECT_SIGNAL, selectSignals } from "#worker/api/signals/read-signals.ts";
import { SELECT_SUMMARY, SELECT_TRADER, selectTraders } from "#worker/api/traders/read-traders.ts";

const FILTERS = {
  trader: "north-light",
  asset: "EUR/USD",
  outcome: "lost",
  from: 1,
  to: 2,
  cursor: 9,
} as const;
const NAMES = ["trader", "asset", "outcome", "from", "to", "cursor"] as const;

const signalLists = Array.from({ length: 2 ** NAMES.length }, (_, bits) => {
  const given = NAMES.filter((_, bit) => (bits >> bit) & 1);
  const { sql } = selectSignals({
    limit: 25,
    ...Object.fromEntries(given.map((name) => [name, FILTERS[name]])),
  });
  return [`signals by ${given.join(", ") || "nothing"}`, sql] as const;
});

describe("no query reads a table from end to end, or sorts", () => {
  it.each<readonly [list: string, sql: string]>([
    ...signalLists,
    ["one signal", SELECT_SIGNAL],
    ["overdue signals", SELECT_OVERDUE],
    ["ledger page", SELECT_PAGE],
    ["ledger head", SELECT_HEAD],
    ["ledger entries of a signal", SELECT_ENTRIES_OF_SIGNAL],
    ["one trader", SELECT_TRADER],
    ["totals", SELECT_SUMMARY],
    ...TRADER_SORTS.map((sort) => [`traders by ${sort}`, selectTraders(sort)] as const),
  ])("%s", async (_, sql) => {
    const parameters = new Set(sql.match(/\?\d+/g)).size;
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...Array.from({ length: parameters }, () => 1))
      .all<{ detail: string }>();
    const plan = results.map(({ detail }) => detail);
    expect(plan.length).toBeGreaterThan(0);
    expect(
      plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step) && !/SCAN CONSTANT ROW/.test(step)),
    ).toEqual([]);
  });

  it("would notice a scan", async () => {
    const { results } = await env.DB.prepare(
      "EXPLAIN QUERY PLAN SELECT * FROM signals WHERE payout > 1",
    ).all();
    expect(String(results[0]?.["detail"])).toContain("SCAN signals");
  });
});
