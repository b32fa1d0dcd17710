/** Whether the ledger in a database holds, from its first entry to its last. */
import { createHash } from "node:crypto";
import { type LedgerCheckpoint, verifyChain } from "#shared/ledger-chain.ts";
import { ledgerOfDatabase, type SelectRows } from "./ledger-of-database.ts";

/** The head; rejects with the number of the first entry that does not hold. */
export async function checkLedger(selectRows: SelectRows): Promise<LedgerCheckpoint> {
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  const verdict = await verifyChain(ledgerOfDatabase(selectRows), { sha256 });
  if (!verdict.holds) throw new Error(`Entry ${verdict.seq} of the ledger does not hold: ${verdict.flaw}.`);
  return verdict.head;
}
