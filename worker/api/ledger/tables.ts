/** The ledger: append-only and hash-chained; triggers refuse whatever does not follow its head. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";

/** What the nightly check found last: one row. */
export const recordChecks = sqliteTable("record_checks", {
  id: integer().primaryKey(),
  checked_at: integer().notNull(),
  /** Up to which entry. */
  seq: integer().notNull(),
  /** The first thing that does not hold, as JSON; null where all does. */
  fault: text(),
});

export const ledger = sqliteTable(
  "ledger",
  {
    seq: integer().primaryKey(),
    at: integer().notNull(),
    /** Null in entries of versions that did not write it. */
    clock_at: integer(),
    kind: text().$type<LedgerEntry["kind"]>().notNull(),
    signal_id: text(),
    /** Canonical JSON. */
    payload: text().notNull(),
    prev_hash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index("ledger_by_signal")
      .on(table.signal_id)
      .where(sql`${table.signal_id} IS NOT NULL`),
  ],
);

/**
 * The ledger as a transparency log: tiles of hashes (`shared/log-tiles.ts`), which only grow. They may be behind the entries of a
 * database from before them, until the scheduled job has added these.
 */
export const logTiles = sqliteTable(
  "log_tiles",
  {
    level: integer().notNull(),
    tile_index: integer().notNull(),
    /** 64 lower-case hex digits a hash. */
    hashes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.tile_index] })],
);
