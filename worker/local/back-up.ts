/**
 * `npm run backup -- FILE [--remote]`: schema and contents of the database as SQL, accounts and ledger included. Checks the
 * ledger first: a backup of a broken chain is no backup. Says the head it found: the file holds that one, or a later one where
 * something was written meanwhile; the restore checks it.
 *
 * The file holds account ids and hashes of passcodes: keep it as you keep the secrets. Durable Objects need no backup: they
 * hold counters of some minutes and the sockets of readers who come back by themselves.
 */
import { existsSync } from "node:fs";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { runBackupCommand } from "./backup-command.ts";
import { checkLedger } from "./check-ledger.ts";
import { type D1Target, exportD1, selectFrom } from "./d1-command.ts";

/** Rejects where the file exists, the ledger does not hold or wrangler fails. */
export async function backUp(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup overwrites nothing.`);
  const head = await checkLedger(selectFrom(target));
  await exportD1(target, file);
  return head;
}

if (import.meta.main) {
  await runBackupCommand("backup", backUp, (file) => `${file} holds the database.`);
}
