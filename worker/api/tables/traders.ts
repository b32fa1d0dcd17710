/** Traders, their equity, and the totals over all of them: read models of the ledger. */
import { getTableColumns, sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ConfidenceCount } from "#shared/record/calibration.ts";
import type { Purses } from "#shared/record/evidence.ts";
import type { Moments } from "#shared/record/moments.ts";
import type { Tally } from "#shared/record/tally.ts";
import { logCheckpoints } from "./transparency-log.ts";

const count = () => integer().notNull().default(0);

/** Columns of a tally, named as its keys; new ones for each table. */
const tally = () =>
  ({
    open: count(),
    won: count(),
    lost: count(),
    draw: count(),
    void: count(),
    void_lost: count(),
    void_unpriced: count(),
    by_prices: count(),
    late: count(),
    late_won: count(),
    otc_won: count(),
    otc_lost: count(),
    otc_draw: count(),
    gains: count(),
    squared_gains: count(),
    net: count(),
    peak: count(),
    max_drawdown: count(),
    losing_streak: count(),
    longest_losing_streak: count(),
  }) satisfies Record<keyof Tally, unknown>;

export const traders = sqliteTable(
  "traders",
  {
    id: integer().primaryKey(),
    handle: text().notNull().unique(),
    /** The only personal data: it is not in the ledger, so that it can be erased. */
    name: text().notNull(),
    /** `foldTrader` of both, for search: it changes with the name, and is erased with it. */
    folded: text().notNull(),
    joined_at: integer().notNull(),
    retired_at: integer(),
    /** Copies of what shared/record/statistics.ts computes from the tally, `SortFigures`. */
    settled: count(),
    win_rate: real().notNull().default(-1),
    rank_low: real().notNull().default(-1),
    /** As in shared/record/evidence.ts. */
    evidence: real().notNull().default(1),
    evidence_below: real().notNull().default(1),
    /** Ever published a signal under a price rule. */
    is_compared: integer({ mode: "boolean" }).notNull().default(false),
    /** Newest entry that changed anything in this row. */
    last_seq: count(),
    ...tally(),
  },
  (table) => [
    index("traders_by_joined_at").on(table.joined_at),
    index("traders_by_settled").on(table.settled),
    index("traders_by_win_rate").on(table.win_rate),
    index("traders_by_rank_low").on(table.rank_low),
    // Verdicts read no trader below LEAST_EVIDENCE.
    index("traders_by_evidence")
      .on(table.evidence)
      .where(sql`${table.evidence} >= 20`),
    index("traders_by_evidence_below")
      .on(table.evidence_below)
      .where(sql`${table.evidence_below} >= 20`),
    index("traders_compared")
      .on(table.is_compared)
      .where(sql`${table.is_compared} = 1`),
    index("traders_by_net").on(table.net),
    index("traders_by_max_drawdown").on(table.max_drawdown),
  ],
);

/**
 * What continues from signal to signal, as JSON: equity points of shared/record/equity-series.ts and more; separate from
 * `traders`, so that lists do not read it.
 */
export const traderEquity = sqliteTable("trader_equity", {
  trader_id: integer()
    .primaryKey()
    .references(() => traders.id),
  series: text().notNull(),
  /** Input of shared/record/calibration.ts. */
  confidences: text({ mode: "json" }).$type<readonly ConfidenceCount[]>().notNull(),
  purses: text({ mode: "json" }).$type<Purses>().notNull(),
  moments: text({ mode: "json" }).$type<Moments>().notNull(),
});

/** How many signals of a trader were witnessed in time, counted by a trigger; a trader without one has no row. */
export const witnessedTraders = sqliteTable("witnessed_traders", {
  trader_id: integer()
    .primaryKey()
    .references(() => traders.id),
  in_time: integer().notNull(),
});

/** Names that traders had before, in the order of their renames. */
export const formerTraderNames = sqliteTable(
  "former_trader_names",
  {
    id: integer().primaryKey(),
    trader_id: integer()
      .notNull()
      .references(() => traders.id),
    /** Null once the trader's name was erased. */
    name: text(),
    until: integer().notNull(),
  },
  (table) => [index("former_trader_names_by_trader").on(table.trader_id)],
);

/** One row: the same tally over all traders. */
export const totals = sqliteTable("totals", {
  id: integer().primaryKey(),
  traders: count(),
  retired_traders: count(),
  /** Newest entry that is counted: the ledger's head. */
  last_seq: count(),
  ...tally(),
});

const { id, handle, name, joined_at, retired_at, evidence, evidence_below, is_compared, ...figures } =
  getTableColumns(traders);
const {
  folded: _folded,
  settled: _settled,
  win_rate: _winRate,
  rank_low: _rankLow,
  last_seq: _lastSeq,
  ...traderTally
} = figures;

/** A trader and its tally, for `select`. */
export const traderFields = {
  id,
  handle,
  name,
  joined_at,
  retired_at,
  evidence,
  evidence_below,
  is_compared,
  tally: traderTally,
  /** Null if no witness has ever seen the log. */
  witnessed_in_time: sql<
    number | null
  >`CASE WHEN (SELECT max(${logCheckpoints.size}) FROM ${logCheckpoints}) IS NOT NULL THEN coalesce((
    SELECT ${witnessedTraders.in_time} FROM ${witnessedTraders} WHERE ${witnessedTraders.trader_id} = ${traders.id}
  ), 0) END`.as("witnessed_in_time"),
};

const {
  id: _id,
  traders: joined,
  retired_traders,
  last_seq: _headSeq,
  ...totalsTally
} = getTableColumns(totals);

/** The totals and their tally, for `select`. */
export const totalsFields = { traders: joined, retired_traders, tally: totalsTally };
