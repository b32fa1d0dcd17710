/** Ledger rows in storage and entries on the wire. */
import * as v from "valibot";
import { GENESIS_HASH, LedgerEntry, type LedgerHead } from "#shared/contracts/ledger.ts";

const LedgerRow = v.object({
  seq: v.number(),
  at: v.number(),
  kind: v.string(),
  signal_id: v.nullable(v.string()),
  payload: v.string(),
  prev_hash: v.string(),
  hash: v.string(),
});

const HeadRow = v.object({ seq: v.number(), at: v.number(), hash: v.string() });

/** Columns of an entry, for SELECT. */
export const LEDGER_COLUMNS = "seq, at, kind, signal_id, payload, prev_hash, hash";

/** Columns of the head, for SELECT. */
export const HEAD_COLUMNS = "ledger.seq, ledger.at, ledger.hash";

/** True for the newest entry alone; `max(seq)` is a single look-up in the primary key. */
export const IS_HEAD = "ledger.seq = (SELECT max(seq) FROM ledger)";

/** Newest entry. */
export const SELECT_HEAD = `SELECT ${HEAD_COLUMNS} FROM ledger WHERE ${IS_HEAD}`;

/** A stored entry as it was hashed. */
export function parseLedgerRow(row: unknown): LedgerEntry {
  const { at, payload, ...rest } = v.parse(LedgerRow, row);
  return v.parse(LedgerEntry, { ...rest, at: new Date(at).toISOString(), payload: JSON.parse(payload) });
}

/** Rows of `SELECT_HEAD`: one, or none while the ledger is empty. */
export function parseHead(rows: readonly unknown[]): LedgerHead {
  if (rows.length === 0) return { seq: 0, at: null, hash: GENESIS_HASH };
  const { seq, at, hash } = v.parse(HeadRow, rows[0]);
  return { seq, at: new Date(at).toISOString(), hash };
}
