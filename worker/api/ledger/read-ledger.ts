/** Reading the ledger: one query a page, found by primary key however long the ledger is. */
import type { LedgerEntry, LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import { LEDGER_COLUMNS, parseHead, parseLedgerRow, SELECT_HEAD } from "./ledger-row.ts";

export const SELECT_PAGE = `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE seq > ?1 ORDER BY seq LIMIT ?2`;

export const SELECT_ENTRIES_OF_SIGNAL = `SELECT ${LEDGER_COLUMNS} FROM ledger WHERE signal_id = ?1 ORDER BY seq`;

/** Up to `limit` entries above `after`, oldest first. */
export async function readLedgerPage(db: D1Database, after: number, limit: number): Promise<LedgerPage> {
  const { results } = await db
    .prepare(SELECT_PAGE)
    .bind(after, limit + 1)
    .all();
  const entries = results.slice(0, limit).map(parseLedgerRow);
  const last = entries.at(-1);
  return { results: entries, next: results.length > limit && last ? String(last.seq) : null };
}

/** Newest entry. */
export async function readLedgerHead(db: D1Database): Promise<LedgerHead> {
  const { results } = await db.prepare(SELECT_HEAD).all();
  return parseHead(results);
}

/** Statement and parser for the entries of one signal, for a batch with other reads. */
export const entriesOfSignal = {
  select: (db: D1Database, id: string): D1PreparedStatement => db.prepare(SELECT_ENTRIES_OF_SIGNAL).bind(id),
  parse: (rows: readonly unknown[]): LedgerEntry[] => rows.map(parseLedgerRow),
};
