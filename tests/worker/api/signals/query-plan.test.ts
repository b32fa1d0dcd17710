import { env } from "cloudflare:workers";
import { gt } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { SIGNAL_SORTS, type SignalSort } from "#shared/contracts/signal-queries.ts";
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

const db = drizzle(env.DB);

const signalLists = Array.from({ length: 2 ** NAMES.length }, (_, bits) => {
  const given = NAMES.filter((_, bit) => (bits >> bit) & 1);
  const filters = Object.fromEntries(given.map((name) => [name, FILTERS[name]]));
  return {
    given,
    statements: [
      selectSignals(db, { limit: 25, ...filters }),
      selectExport(db, filters, { after: 9, until: 99, limit: 25 }),
      selectExportEnd(db, filters, 9, 25),
    ],
  };
});

const ownSorts = TRADER_SORTS.filter((sort) => !sort.endsWith("last_published_at"));

describe("the list of signals uses the index for its filters", () => {
  it.each(signalLists)("$given", async ({ given, statements }) => {
    const columns = given.filter((name) => name === "trader" || name === "asset" || name === "outcome");
    const by =
      columns.length === 0 ? "INTEGER PRIMARY KEY" : `COVERING INDEX signals_by_${columns.join("_")}`;
    for (const statement of statements) {
      const plan = await planOf(statement);
      expect(plan.join("\n")).toContain(`SEARCH signals USING ${by} (`);
      expect(plan.filter(readsAll)).toEqual([]);
    }
  });
});

it("the list of signals uses the index for any spelling of the asset", async () => {
  const plan = await planOf(selectSignals(db, { limit: 25, asset: "eurusd" }));
  expect(plan.join("\n")).toContain(
    "SEARCH signals USING COVERING INDEX signals_by_asset (asset=? AND rowid<?)",
  );
  expect(plan.filter(readsAll)).toEqual([]);
});

describe("rare filters and other orders of signals have an index, too", () => {
  it.each([
    [{ late: true }, "signals_late"],
    [{ corrected: true }, "signals_corrected"],
    [{ otc: true }, "signals_otc"],
    [{ late: true, trader: "north-light" }, "signals_late"],
    [{ otc: true, asset: "EUR/USD" }, "signals_by_asset"],
  ] as const)("%o", async (filters, index) => {
    const plan = await planOf(selectSignals(db, { limit: 25, cursor: 9, ...filters }));
    expect(plan.join("\n")).toMatch(new RegExp(`(SEARCH|SCAN) signals USING (COVERING )?INDEX ${index}\\b`));
    expect(plan.filter((step) => readsAll(step) && !step.includes(index))).toEqual([]);
  });

  it.each(SIGNAL_SORTS.filter(isOther))("%s", async (sort) => {
    const selection = {
      sort,
      filters: {},
      names: { traderIds: undefined, assets: undefined },
      start: null,
      limit: 9,
    };
    const plan = await planOf(selectSorted(db, selection, false));
    expect(plan.join("\n")).toContain(`INDEX signals_by_${sort.replace("-", "")} (`);
    // The rows of one page.
    expect(plan.filter(readsAll)).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
  });

  it("for several traders and assets, it reads the newest of each pair", async () => {
    const names = { traderIds: [1, 2], assets: ["EUR/USD", "EUR/GBP"] };
    const plan = await planOf(selectOfNames(db, { limit: 25 }, names));
    expect(plan.join("\n")).toContain(
      "SEARCH signals USING COVERING INDEX signals_by_trader_asset (trader_id=? AND asset=? AND rowid<?)",
    );
    expect(plan.filter((step) => /SCAN (signals|traders)/.test(step))).toEqual([]);
  });

  it("only a limited number of signals is sorted and counted", async () => {
    const selection = {
      filters: { outcome: "lost" },
      names: { traderIds: undefined, assets: undefined },
    } as const;
    const few = selectFew(db, selection);
    expect(few && (await planOf(few)).join("\n")).toContain(
      "COVERING INDEX signals_by_outcome (outcome=? AND rowid<?)",
    );
    expect(selectFew(db, { ...selection, filters: { direction: "up" } })).toBeNull();
  });
});

it("the list of signals witnessed in time is limited to the range between the first and the last of them", async () => {
  for (const filters of [{}, { trader: "north-light" }, { trader: "north-light", asset: "EUR/USD" }]) {
    const plan = await planOf(selectSignals(db, { limit: 25, witnessed: "in_time", ...filters }));
    expect(plan.join("\n")).toMatch(/SEARCH signals USING .*\(.*rowid>\? AND rowid<\?\)/);
    expect(plan.filter(readsAll)).toEqual([]);
  }
});

describe("no query scans a whole table or sorts", () => {
  it.each(ownSorts)("traders by %s", async (sort) => {
    for (const statement of selectTraders(db, sort, { start: null, limit: 10 }))
      expect((await planOf(statement)).filter(readsMore)).toEqual([]);
  });

  it("verdicts, which read only who could be called and who is compared", async () => {
    const plan = await planOf(selectMarks(db));
    for (const index of ["traders_by_evidence", "traders_by_evidence_below", "traders_compared"])
      expect(plan.join("\n")).toMatch(new RegExp(`traders USING COVERING INDEX ${index}\\b`));
    expect(plan.filter(readsMore)).toEqual([]);
  });

  it("except the overdue signals, of which only one batch is sorted", async () => {
    const plan = await planOf(selectOverdue(db, 1));
    expect(plan.join("\n")).toMatch(/SEARCH signals USING (COVERING )?INDEX signals_open_by_deadline \(/);
    expect(plan.filter(readsAll)).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
  });

  it("except expired signals that prices decide, of which no others are sorted", async () => {
    const plan = await planOf(selectDue(db, 1));
    expect(plan.join("\n")).toMatch(/SEARCH signals USING INDEX signals_open_by_deadline \(/);
    expect(plan.filter(readsAll)).toEqual(["USE TEMP B-TREE FOR ORDER BY", "USE TEMP B-TREE FOR ORDER BY"]);
  });

  it("except entries of a trader's witnessed signals, of which no others are sorted", async () => {
    const plan = await planOf(selectWitnessedEntries(db, "a"));
    expect(plan.join("\n")).toMatch(
      /SEARCH witnessed_signals USING COVERING INDEX witnessed_signals_by_trader \(/,
    );
    expect(plan.filter(readsAll)).toEqual(["USE TEMP B-TREE FOR ORDER BY"]);
  });

  it("except traders by activity, each of whom is looked up once", async () => {
    const [statement] = selectTraders(db, "-last_published_at", { start: null, limit: 10 });
    const plan = await planOf(statement);
    expect(plan.join("\n")).toContain("SEARCH signals USING COVERING INDEX signals_by_trader (trader_id=?)");
    // The subquery holds each one's last results.
    const steps = plan.filter((step) => readsAll(step) && !/^SCAN \(subquery-\d\)$/.test(step));
    expect(steps).toEqual(["SCAN traders", "USE TEMP B-TREE FOR ORDER BY"]);
  });

  it("and the check detects a scan", async () => {
    const plan = await planOf(db.select().from(signals).where(gt(signals.confidence, 1)));
    expect(plan.filter(readsAll)).toEqual(["SCAN signals"]);
  });
});

function isOther(sort: (typeof SIGNAL_SORTS)[number]): sort is SignalSort {
  return sort !== "-published_at";
}

function readsAll(step: string): boolean {
  return /\bSCAN\b|TEMP B-TREE/.test(step) && !step.includes("SCAN CONSTANT ROW");
}

/** Apart from the few traders that a verdict numbers. */
function readsMore(step: string): boolean {
  return readsAll(step) && !step.startsWith("SCAN (subquery");
}
