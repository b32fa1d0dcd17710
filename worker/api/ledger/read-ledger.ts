/** Reads the ledger: one query per page, by primary key, so that the cost does not depend on the length of the ledger. */
import { and, asc, eq, gt, gte, lte } from "drizzle-orm";
import type { LedgerEntry, LedgerHead, LedgerPage } from "#shared/contracts/ledger.ts";
import { ledgerLine } from "#shared/record/ledger-chain.ts";
import type { Database } from "#worker/api/database.ts";
import {
  EXPORT_SIZES,
  type Exported,
  type ExportPart,
  type ExportRange,
  type ExportSizes,
  readExportPart,
} from "#worker/api/export-part.ts";
import { selectHead, selectHeadSeq, toHead, toLedgerEntry } from "./ledger-row.ts";
import { ledger } from "#worker/api/tables/ledger.ts";

/** Up to `limit` entries above `after`, oldest first. */
export async function readLedgerPage(db: Database, after: number, limit: number): Promise<LedgerPage> {
  const [[head], rows] = await db.batch([
    selectHeadSeq(db),
    selectLedger(db, { after, until: null, limit: limit + 1 }),
  ]);
  const entries = rows.slice(0, limit).map(toLedgerEntry);
  const last = entries.at(-1);
  return {
    results: entries,
    next: rows.length > limit && last ? String(last.seq) : null,
    as_of_seq: head?.seq ?? 0,
  };
}

/** Statement for up to `limit` entries above `after` and up to `until`, oldest first. */
function selectLedger(db: Database, { after, until, limit }: ExportRange<number>) {
  return db
    .select()
    .from(ledger)
    .where(and(gt(ledger.seq, after), until === null ? undefined : lte(ledger.seq, until)))
    .orderBy(asc(ledger.seq))
    .limit(limit);
}

/** Statement for the places at which a part ends; found by seq without counting rows, since seqs have no gaps. */
function selectExportEnd(db: Database, after: number, rows: number) {
  return db
    .select({ seq: ledger.seq })
    .from(ledger)
    .where(gte(ledger.seq, after + rows))
    .orderBy(asc(ledger.seq))
    .limit(2);
}

/** The entries above `after`, one per line in canonical JSON. */
export function exportLedger(
  db: Database,
  after: number,
  sizes: ExportSizes = EXPORT_SIZES,
): Promise<ExportPart<number>> {
  const exported: Exported<LedgerEntry, number> = {
    selectEnd: async (start, rows) => (await selectExportEnd(db, start, rows)).map(({ seq }) => seq),
    selectRows: async (range) => (await selectLedger(db, range)).map(toLedgerEntry),
    placeOf: ({ seq }) => seq,
    lineOf: (entry) => `${ledgerLine(entry)}\n`,
  };
  return readExportPart(exported, after, "", sizes);
}

/** The newest entry. */
export async function readLedgerHead(db: Database): Promise<LedgerHead> {
  return toHead(await selectHead(db).get());
}

/** Statement for the entries of one signal, for `toLedgerEntry`. */
export function selectEntriesOfSignal(db: Database, id: string) {
  return db.select().from(ledger).where(eq(ledger.signal_id, id)).orderBy(asc(ledger.seq));
}
