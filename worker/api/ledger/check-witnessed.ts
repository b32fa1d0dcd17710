/**
 * Checks the ledger against the checkpoints that a witness has seen, and the flag of signals witnessed in time
 * against those checkpoints.
 */
import * as v from "valibot";
import { toBase64 } from "#shared/base64.ts";
import type { LedgerEntry } from "#shared/contracts/ledger.ts";
import { createLogRoots } from "#shared/log-roots.ts";
import type { Sha256 } from "#shared/merkle-tree.ts";
import { CHECKED_ROWS_AT_ONCE } from "#shared/limits/ledger.ts";

type Row = Readonly<Record<string, unknown>>;

/** As in check-stored-record.ts. */
type SelectRows = (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>;

/** Takes entries in order, and compares them with the roots of the checkpoints that a witness has seen. */
export async function createSeenCheck(selectRows: SelectRows, sha256: Sha256) {
  const seen = await readSeen(selectRows);
  const roots = createLogRoots(
    sha256,
    seen.map(({ size }) => size),
  );
  return {
    add: (entry: LedgerEntry) => roots.add(entry),
    /** `found` is the root in the checkpoint, `expected` that of the entries; null if there are not enough entries. */
    async findFault() {
      for (const { size, root: found } of seen) {
        const root = await roots.at(size);
        const expected = root && toBase64(root);
        if (found !== expected)
          return { table: "log_checkpoints", key: String(size), place: "root", found, expected };
      }
      return null;
    },
  };
}

const SeenRow = v.object({ size: v.number(), note: v.string() });

/** Size and root of each checkpoint: a busy site has one for nearly every entry. */
async function readSeen(selectRows: SelectRows) {
  const seen: { readonly size: number; readonly root: string | null }[] = [];
  for (;;) {
    const after = seen.at(-1)?.size ?? -1;
    const [rows = []] = await selectRows([
      `SELECT size, note FROM log_checkpoints WHERE size > ${after} ORDER BY size LIMIT ${CHECKED_ROWS_AT_ONCE}`,
    ]);
    for (const row of rows) {
      const { size, note } = v.parse(SeenRow, row);
      seen.push({ size, root: note.split("\n")[2] ?? null });
    }
    if (rows.length < CHECKED_ROWS_AT_ONCE) return seen;
  }
}

/** A row with a wrong value; `found` and `expected` are 0 and 1 for a signal, or the number of signals for a trader. */
export interface WitnessFault {
  readonly table: "witnessed_signals" | "witnessed_traders";
  readonly key: string;
  readonly place: "in_time";
  readonly found: number;
  readonly expected: number;
}

const SELECT_WRONG_SIGNAL = `SELECT id AS key, found, expected FROM (
  SELECT id, EXISTS (SELECT 1 FROM witnessed_signals
      WHERE published_seq = signals.published_seq AND trader_id = signals.trader_id) AS found,
    coalesce(entry_at > (
      SELECT first_witnessed_at FROM log_checkpoints WHERE size >= published_seq ORDER BY size LIMIT 1
    ), 0) AS expected
  FROM signals
) WHERE found <> expected LIMIT 1`;

const SELECT_WRONG_TRADER = `SELECT handle AS key, found, expected FROM (
  SELECT handle, coalesce((SELECT in_time FROM witnessed_traders WHERE trader_id = traders.id), 0) AS found,
    (SELECT count(*) FROM witnessed_signals WHERE trader_id = traders.id) AS expected
  FROM traders
) WHERE found <> expected LIMIT 1`;

const WrongRow = v.object({ key: v.string(), found: v.number(), expected: v.number() });

/** The first of them, at one moment; null if there is none. */
export async function findWitnessFault(selectRows: SelectRows): Promise<WitnessFault | null> {
  const [signals = [], traders = []] = await selectRows([SELECT_WRONG_SIGNAL, SELECT_WRONG_TRADER]);
  const [signal] = signals;
  if (signal) return { table: "witnessed_signals", place: "in_time", ...v.parse(WrongRow, signal) };
  const [trader] = traders;
  return trader ? { table: "witnessed_traders", place: "in_time", ...v.parse(WrongRow, trader) } : null;
}
