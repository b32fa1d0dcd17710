/** Checks a database: its ledger, and the tiles and read models derived from it. */
import type { DatabaseSync } from "node:sqlite";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { checkEntries, NO_PROGRESS } from "#worker/api/ledger/check-entries.ts";
import { keepStates } from "#worker/api/ledger/checked-states.ts";
import type { RunQueries } from "#worker/api/ledger/run-queries.ts";
import type { StoredFault } from "#worker/api/tables/ledger.ts";
import { sha256, sha256OfBytes } from "./digests.ts";
import { flawWords } from "./fault-words.ts";
import { GENESIS_HASH } from "#shared/contracts/ledger.ts";

/**
 * The head of a database that holds; rejects with the first entry, or the first column of a row, that does not. Nobody else
 * may use the database meanwhile: what the nightly check has kept of its last reading is lost.
 */
export async function checkDatabase(db: DatabaseSync): Promise<LedgerCheckpoint> {
  const run: RunQueries = async (queries) =>
    queries.map(({ text, values = [] }) => db.prepare(text).all(...values));
  const reading = "whole";
  await run([{ text: `DELETE FROM checked_states WHERE reading = '${reading}'` }]);
  let from = NO_PROGRESS;
  for (;;) {
    const findings = await checkEntries({ run, reading, from, sha256, sha256OfBytes });
    if (findings.fault) throw new Error(storedFaultWords(findings.fault));
    const { states, due, progress, isThrough } = findings;
    await run(keepStates(reading, states, due));
    from = progress;
    if (!isThrough) continue;
    const { seq, hash } = progress.head ?? { seq: 0, hash: GENESIS_HASH };
    return { seq, hash };
  }
}

function storedFaultWords(fault: StoredFault): string {
  if (fault.kind === "broken") return flawWords(fault.seq, fault.flaw);
  const { table, key } = fault;
  if (fault.kind === "no_entry") return `${table} ${key} is not in the ledger.`;
  if (fault.kind === "no_row") return `${table} ${key} is in the ledger, but has no row.`;
  const { place, found, expected } = fault;
  return (
    `${table} ${key} does not follow from the ledger: ` +
    `${place} is ${JSON.stringify(found)}, but ${JSON.stringify(expected)} by its ledger lines.`
  );
}
