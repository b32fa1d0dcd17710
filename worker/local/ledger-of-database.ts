/** The ledger as it stands in a database, entry by entry, for `verifyChain`. */
import * as v from "valibot";

/** Runs a SELECT and gives its rows. */
export type SelectRows = (sql: string) => Promise<readonly Record<string, unknown>[]>;

const PAGE_ENTRIES = 1_000;

const Row = v.looseObject({ seq: v.number(), at: v.number(), payload: v.string() });

/** Entries in the form in which the API publishes them. Rejects where a row cannot be read. */
export async function* ledgerOfDatabase(selectRows: SelectRows): AsyncGenerator<Record<string, unknown>> {
  for (let after = 0; ;) {
    const rows = await selectRows(
      `SELECT seq, at, kind, signal_id, payload, prev_hash, hash FROM ledger
       WHERE seq > ${after} ORDER BY seq LIMIT ${PAGE_ENTRIES}`,
    );
    for (const row of rows) {
      const { at, payload, ...entry } = v.parse(Row, row);
      after = entry.seq;
      const parsed: unknown = JSON.parse(payload);
      yield { ...entry, at: new Date(at).toISOString(), payload: parsed };
    }
    if (rows.length < PAGE_ENTRIES) return;
  }
}
