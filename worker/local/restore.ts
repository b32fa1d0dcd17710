/**
 * `npm run restore -- FILE [--remote]`: puts a backup into an empty database and checks its ledger. Refuses a database that
 * holds anything: a restore never overwrites. worker/OPERATIONS.md says how to make an empty one.
 */
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { runBackupCommand } from "./backup-command.ts";
import { checkLedger } from "./check-ledger.ts";
import { type D1Target, executeFile, queryD1, selectFrom } from "./d1-command.ts";

// Names that begin so are the platform's own; wrangler's list of migrations comes with the backup.
const OWN_TABLES = `SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** Rejects where the database is not empty, wrangler fails, or the restored ledger does not hold. */
export async function restore(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  const [row] = await queryD1(target, OWN_TABLES);
  if (row?.["tables"] !== 0) throw new Error("The database is not empty; a restore overwrites nothing.");
  await executeFile(target, file);
  return checkLedger(selectFrom(target));
}

if (import.meta.main) {
  await runBackupCommand("restore", restore, () => "The database is restored and its ledger holds.");
}
