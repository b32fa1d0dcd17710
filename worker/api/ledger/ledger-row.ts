/** Conversion between stored ledger rows and published entries. */
import { eq, max, sql } from "drizzle-orm";
import * as v from "valibot";
import { GENESIS_HASH, LedgerEntry, type LedgerHead } from "#shared/contracts/ledger.ts";
import type { Database } from "#worker/api/database.ts";
import { ledger } from "#worker/api/tables/ledger.ts";

/** What `toHead` takes, for `select`. */
export const headFields = { seq: ledger.seq, at: ledger.at, hash: ledger.hash };

/** The newest entry's seq; `max` is a single look-up in the primary key. */
export const headSeq = sql`(SELECT max(${ledger.seq}) FROM ${ledger})`.mapWith(ledger.seq);

/** Statement for the newest entry's seq: one row. Used by answers that state the head they reflect. */
export function selectHeadSeq(db: Database) {
  return db.select({ seq: max(ledger.seq) }).from(ledger);
}

/** True for the newest entry alone. */
export const isHead = eq(ledger.seq, headSeq);

/** Statement that reads the newest entry. */
export function selectHead(db: Database) {
  return db.select(headFields).from(ledger).where(isHead);
}

/** A stored entry in the form in which it was hashed. */
export function toLedgerEntry({ at, clock_at, payload, ...entry }: typeof ledger.$inferSelect): LedgerEntry {
  return v.parse(LedgerEntry, {
    ...entry,
    at: new Date(at).toISOString(),
    clock_at: new Date(clock_at).toISOString(),
    payload: JSON.parse(payload),
  });
}

/** From the row of `selectHead`; there is no row while the ledger is empty. */
export function toHead(
  row: Pick<typeof ledger.$inferSelect, "seq" | "at" | "hash"> | null | undefined,
): LedgerHead {
  return row ? { ...row, at: new Date(row.at).toISOString() } : { seq: 0, at: null, hash: GENESIS_HASH };
}
