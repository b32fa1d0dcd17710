import { env } from "cloudflare:workers";
import { gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { expect, it } from "vitest";
import { SIGNAL_SORTS } from "#shared/contracts/signal-queries.ts";
import { TRADER_SORTS } from "#shared/contracts/traders.ts";
import { selectDue } from "#worker/api/prices/settle-by-prices.ts";
import { selectOverdue } from "#worker/api/signals/end-signals.ts";
import {
  selectExport,
  selectExportEnd,
  selectOfNames,
  selectSignals,
} from "#worker/api/signals/read-signals.ts";
import { selectFew, selectSorted } from "#worker/api/signals/sort-signals.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { selectMarks } from "#worker/api/traders/index.ts";
import { selectTraders } from "#worker/api/traders/read-traders.ts";
import { selectWitnessedEntries } from "#worker/api/traders/witnessed-standing.ts";
import { planOf } from "../plan-of.ts";

const FILTERS = {
  trader: "north-light",
  asset: "EUR/USD",
  outcome: "lost",
  from: 1,
  to: 2,
  cursor: 9,
} as const;
const NAMES = ["trader", "asset", "outcome", "from", "to", "cursor"] as const;
const NO_NAMES = { traderIds: undefined, assets: undefined };
/** The rows of one page or batch. */
const SORTED = "USE TEMP B-TREE FOR ORDER BY";

const db = drizzle(env.DB);

/** Fails unless the statement searches as `search` says, and walks or sorts nothing but what `reads` names. */
async function expectPlan(
  statement: Parameters<typeof planOf>[0],
  search: RegExp,
  reads: readonly string[] = [],
) {
  const plan = await planOf(statement);
  expect(plan.join("\n")).toMatch(search);
  expect(plan.filter(readsAll)).toEqual(reads);
}

const filterSets = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  NAMES.filter((_, bit) => (bits >> bit) & 1),
);

it.each(filterSets.map((given) => ({ given })))(
  "a list uses the index for its filters: $given",
  async ({ given }) => {
    const filters = Object.fromEntries(given.map((name) => [name, FILTERS[name]]));
    const columns = given.filter((name) => name === "trader" || name === "asset" || name === "outcome");
    const by =
      columns.length === 0 ? "INTEGER PRIMARY KEY" : `COVERING INDEX signals_by_${columns.join("_")}`;
    for (const statement of [
      selectSignals(db, { limit: 25, ...filters }),
      selectExport(db, filters, { after: 9, until: 99, limit: 25 }),
      selectExportEnd(db, filters, 9, 25),
    ])
      await expectPlan(statement, new RegExp(`SEARCH signals USING ${by} \\(`));
  },
);

const listOf = (filters: Partial<Parameters<typeof selectSignals>[1]>) =>
  selectSignals(db, { limit: 25, ...filters });
const inRange = /SEARCH signals USING .*\(.*rowid>\? AND rowid<\?\)/;

it.each([
  [
    "another spelling of an asset",
    listOf({ asset: "eurusd" }),
    /COVERING INDEX signals_by_asset \(asset=\? AND rowid<\?\)/,
  ],
  [
    "an asset over the counter",
    listOf({ cursor: 9, otc: true, asset: "EUR/USD" }),
    /INDEX signals_by_asset\b/,
  ],
  ["witnessed in time: from the first to the last of them", listOf({ witnessed: "in_time" }), inRange],
  ["witnessed in time, of a trader", listOf({ witnessed: "in_time", trader: "north-light" }), inRange],
  [
    "witnessed in time, of a trader in an asset",
    listOf({ witnessed: "in_time", trader: "north-light", asset: "EUR/USD" }),
    inRange,
  ],
])("a list has an index for %s", async (_, statement, search) => {
  await expectPlan(statement, search);
});

it.each([
  [{ late: true }, "signals_late"],
  [{ corrected: true }, "signals_corrected"],
  [{ otc: true }, "signals_otc"],
  [{ late: true, trader: "north-light" }, "signals_late"],
] as const)("a list of the few with %o walks along the index of these alone", async (filters, index) => {
  const plan = await planOf(listOf({ cursor: 9, ...filters }));
  expect(plan.join("\n")).toMatch(new RegExp(`(SEARCH|SCAN) signals USING (COVERING )?INDEX ${index}\\b`));
  expect(plan.filter((step) => readsAll(step) && !step.includes(index))).toEqual([]);
});

it.each(SIGNAL_SORTS.filter((sort) => sort !== "-published_at"))(
  "a list sorted by %s has an index",
  async (sort) => {
    const statement = selectSorted(db, { sort, filters: {}, names: NO_NAMES, start: null, limit: 9 }, false);
    await expectPlan(statement, new RegExp(`INDEX signals_by_${sort.replace("-", "")} \\(`), [SORTED]);
  },
);

it("a list of several traders and assets reads the newest of each pair", async () => {
  const names = { traderIds: [1, 2], assets: ["EUR/USD", "EUR/GBP"] };
  const plan = await planOf(selectOfNames(db, { limit: 25 }, names));
  expect(plan.join("\n")).toContain(
    "SEARCH signals USING COVERING INDEX signals_by_trader_asset (trader_id=? AND asset=? AND rowid<?)",
  );
  expect(plan.filter((step) => /SCAN (signals|traders)/.test(step))).toEqual([]);
});

it("only a limited number of signals is sorted and counted", async () => {
  const few = selectFew(db, { filters: { outcome: "lost" }, names: NO_NAMES });
  expect(few && (await planOf(few)).join("\n")).toContain(
    "COVERING INDEX signals_by_outcome (outcome=? AND rowid<?)",
  );
  expect(selectFew(db, { filters: { direction: "up" }, names: NO_NAMES })).toBeNull();
});

it.each([
  [
    "overdue signals, a batch",
    selectOverdue(db, 1),
    /SEARCH signals USING (COVERING )?INDEX signals_open_by_deadline \(/,
    1,
  ],
  [
    "expired signals that prices decide",
    selectDue(db, 1),
    /SEARCH signals USING INDEX signals_open_by_deadline \(/,
    2,
  ],
  [
    "entries of a trader's witnessed signals",
    selectWitnessedEntries(db, "a"),
    /SEARCH witnessed_signals USING COVERING INDEX witnessed_signals_by_trader \(/,
    1,
  ],
])("sorts no others than %s", async (_, statement, search, sorts) => {
  await expectPlan(statement, search, Array(sorts).fill(SORTED));
});

it.each(TRADER_SORTS.filter((sort) => !sort.endsWith("last_published_at")))(
  "traders by %s are read without a scan or a sort",
  async (sort) => {
    for (const statement of selectTraders(db, sort, { start: null, limit: 10 }))
      expect((await planOf(statement)).filter(readsMore)).toEqual([]);
  },
);

it("traders by activity are each looked up once", async () => {
  const [statement] = selectTraders(db, "-last_published_at", { start: null, limit: 10 });
  const plan = await planOf(statement);
  expect(plan.join("\n")).toContain("SEARCH signals USING COVERING INDEX signals_by_trader (trader_id=?)");
  expect(plan.filter(readsMore)).toEqual(["SCAN traders", SORTED]);
});

it("verdicts read only who could be called and who is compared", async () => {
  const plan = await planOf(selectMarks(db));
  for (const index of ["traders_by_evidence", "traders_by_evidence_below", "traders_compared"])
    expect(plan.join("\n")).toMatch(new RegExp(`traders USING COVERING INDEX ${index}\\b`));
  expect(plan.filter(readsMore)).toEqual([]);
});

it("this check detects a scan", async () => {
  await expectPlan(db.select().from(signals).where(gt(signals.confidence, 1)), /./, ["SCAN signals"]);
});

function readsAll(step: string): boolean {
  return /\bSCAN\b|TEMP B-TREE/.test(step) && !step.includes("SCAN CONSTANT ROW");
}

/** Apart from the few traders that a verdict numbers, and from each one's last results. */
function readsMore(step: string): boolean {
  return readsAll(step) && !step.startsWith("SCAN (subquery");
}
