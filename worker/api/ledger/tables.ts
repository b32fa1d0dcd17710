/** The ledger: append-only and hash-chained; triggers refuse an entry that does not follow its head. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";

/** The result of the last nightly check: one row. */
export const recordChecks = sqliteTable("record_checks", {
  id: integer().primaryKey(),
  checked_at: integer().notNull(),
  /** The last entry that was checked. */
  seq: integer().notNull(),
  /** The first fault, as JSON; null if there is none. */
  fault: text(),
});

export const ledger = sqliteTable(
  "ledger",
  {
    seq: integer().primaryKey(),
    at: integer().notNull(),
    clock_at: integer().notNull(),
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

/** The price of each quote in the entries, written by a trigger with its entry. */
export const quotes = sqliteTable(
  "quotes",
  {
    address: text().notNull(),
    asset: text().notNull(),
    /** As the entry spells it. */
    at: text().notNull(),
    price: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.address, table.asset, table.at] })],
);

/**
 * The ledger as a transparency log: tiles of hashes (`shared/log-tiles.ts`), which only grow. After a seed they are behind the
 * entries until the scheduled job has added these.
 */
export const logTiles = sqliteTable(
  "log_tiles",
  {
    level: integer().notNull(),
    tile_index: integer().notNull(),
    /** 64 lower-case hex digits per hash. */
    hashes: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.tile_index] })],
);
