/** Traders, their equity, and the totals over all of them: read models of the ledger. */
import { getTableColumns, sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ConfidenceCount } from "#shared/calibration.ts";
import type { Tally } from "#shared/tally.ts";
import { logCheckpoints } from "#worker/api/log/tables.ts";

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
    payouts: count(),
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
    joined_at: integer().notNull(),
    retired_at: integer(),
    /** Copies of what shared/statistics.ts computes from the tally, `SortFigures`. */
    settled: count(),
    win_rate: real().notNull().default(-1),
    rank_low: real().notNull().default(-1),
    edge_z: real(),
    /** Newest entry that changed anything in this row. */
    last_seq: count(),
    ...tally(),
  },
  (table) => [
    index("traders_by_joined_at").on(table.joined_at),
    index("traders_by_settled").on(table.settled),
    index("traders_by_win_rate").on(table.win_rate),
    index("traders_by_rank_low").on(table.rank_low),
    index("traders_by_edge_z").on(table.edge_z),
    index("traders_by_net").on(table.net),
    index("traders_by_max_drawdown").on(table.max_drawdown),
  ],
);

/**
 * What only the page of one trader shows, as JSON: equity points of shared/equity-series.ts and more; separate from
 * `traders`, so that lists do not read it.
 */
export const traderEquity = sqliteTable("trader_equity", {
  trader_id: integer()
    .primaryKey()
    .references(() => traders.id),
  series: text().notNull(),
  /** Input of shared/calibration.ts. */
  confidences: text({ mode: "json" }).$type<readonly ConfidenceCount[]>().notNull(),
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

const { id, handle, name, joined_at, retired_at, ...figures } = getTableColumns(traders);
const {
  settled: _settled,
  win_rate: _winRate,
  rank_low: _rankLow,
  edge_z: _edgeZ,
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
  tally: traderTally,
  /** Null if nobody outside has ever seen the log. */
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
