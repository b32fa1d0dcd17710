/** Checks a database: its ledger, and the tiles and read models derived from it. */
import type { DatabaseSync } from "node:sqlite";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { checkStoredRecord, type StoredFault } from "#worker/api/ledger/check-stored-record.ts";
import { flawWords, sha256, sha256OfBytes } from "./fault-words.ts";

/** The head of a database that holds; rejects with the first entry, or the first column of a row, that does not. */
export async function checkDatabase(db: DatabaseSync): Promise<LedgerCheckpoint> {
  const verdict = await checkStoredRecord(
    async (selects) => selects.map((sql) => db.prepare(sql).all()),
    sha256,
    sha256OfBytes,
  );
  if (!verdict.holds) throw new Error(storedFaultWords(verdict.fault));
  return verdict.head;
}

function storedFaultWords(fault: StoredFault): string {
  if (fault.kind === "broken") return flawWords(fault.seq, fault.flaw);
  const { table, key } = fault;
  if (fault.kind === "no_entry") return `${table} ${key}: no entry of the ledger has it.`;
  if (fault.kind === "no_row") return `${table} ${key} is on the ledger, but has no row.`;
  const { place, found, expected } = fault;
  return (
    `${table} ${key} does not follow from the ledger: ` +
    `${place} is ${JSON.stringify(found)}, but ${JSON.stringify(expected)} by its entries.`
  );
}
