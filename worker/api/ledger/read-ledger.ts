/** Reading the ledger: one query a page, found by primary key however long the ledger is. */
import { asc, eq, gt } from "drizzle-orm";
import type { LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import type { Database } from "#worker/api/database.ts";
import { selectHead, toHead, toLedgerEntry } from "./ledger-row.ts";
import { ledger } from "./tables.ts";

/** Statement for up to `limit` entries above `after`, oldest first. */
export function selectLedger(db: Database, after: number, limit: number) {
  return db.select().from(ledger).where(gt(ledger.seq, after)).orderBy(asc(ledger.seq)).limit(limit);
}

/** Up to `limit` entries above `after`, oldest first. */
export async function readLedgerPage(db: Database, after: number, limit: number): Promise<LedgerPage> {
  const rows = await selectLedger(db, after, limit + 1);
  const entries = rows.slice(0, limit).map(toLedgerEntry);
  const last = entries.at(-1);
  return { results: entries, next: rows.length > limit && last ? String(last.seq) : null };
}

/** Newest entry. */
export async function readLedgerHead(db: Database): Promise<LedgerHead> {
  return toHead(await selectHead(db).get());
}

/** Statement for the entries of one signal, for `toLedgerEntry`. */
export function selectEntriesOfSignal(db: Database, id: string) {
  return db.select().from(ledger).where(eq(ledger.signal_id, id)).orderBy(asc(ledger.seq));
}
