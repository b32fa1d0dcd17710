/** The ledger: append-only and hash-chained; triggers refuse an entry that does not follow its head. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import type { Difference } from "#shared/record/differences.ts";
import type { Flaw } from "#shared/record/ledger-chain.ts";
import type { Subtree } from "#shared/record/log-roots.ts";
import type { ReplayState } from "#shared/record/replay.ts";

/** A complete subtree; its hash is hexadecimal, as in the tiles. */
export type Peak = Omit<Subtree, "hash"> & { readonly hash: string };

/** What a reading keeps of the entries up to its head, besides signals and traders. */
export interface Progress extends Pick<ReplayState, "head" | "totals"> {
  readonly peaks: readonly Peak[];
}

/** An entry, or a row that differs from the one derived from the entries. */
export type StoredFault =
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  | (RowName & { readonly kind: "no_entry" })
  | (RowName & { readonly kind: "no_row" })
  | (RowName & Difference & { readonly kind: "differs" });

interface RowName {
  readonly table: string;
  /** Id of the signal, handle of the trader, size of the checkpoint, level and index of the tile. */
  readonly key: string;
}

/** `newest` continues with the entries since the last night, `whole` reads all of them again within a month. */
export const READINGS = ["newest", "whole"] as const;

/** How far the nightly check has come: a row for what is new, and one for reading the whole again. Times are milliseconds. */
export const recordChecks = sqliteTable("record_checks", {
  reading: text({ enum: READINGS }).primaryKey(),
  /** The last entry that was checked. */
  seq: integer().notNull(),
  /** As of that entry: the head, the totals and the peaks of the log's tree. */
  progress: text({ mode: "json" }).$type<Progress>().notNull(),
  /** When it reached this entry. */
  checked_at: integer().notNull(),
  /** When the current reading began; null if the last one reached the head. */
  began_at: integer(),
  /** When it last finished a night's work, or found a fault. */
  done_at: integer(),
  /** The first fault that was found. It stays until the reading has passed it; null if there is none. */
  fault: text({ mode: "json" }).$type<StoredFault>(),
  /** Only a reading that has reached the head has passed the fault. */
  is_fault_at_head: integer({ mode: "boolean" }).notNull(),
});

/**
 * Each trader, and each signal that an entry can still change, as of the last entry that a reading has checked. Its stored
 * row is due if it has not been compared since.
 */
export const checkedStates = sqliteTable(
  "checked_states",
  {
    reading: text({ enum: READINGS }).notNull(),
    kind: text({ enum: ["signal", "trader"] }).notNull(),
    /** Id of the signal, handle of the trader. */
    key: text().notNull(),
    /** As JSON, `ReplayedSignal` or `ReplayedTrader`. */
    state: text().notNull(),
    is_due: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reading, table.kind, table.key] }),
    index("checked_states_due")
      .on(table.reading)
      .where(sql`${table.is_due} = 1`),
  ],
);

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
    /** The first entry that has it. */
    seq: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.asset, table.at] }),
    index("quotes_by_seq").on(table.seq),
  ],
);

/**
 * The ledger as a transparency log: tiles of hashes (`shared/log/log-tiles.ts`), which only grow. After a seed they are behind the
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
