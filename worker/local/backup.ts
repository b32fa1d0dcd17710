/**
 * `npm run backup -- FILE [--remote]`: schema and contents of the database as SQL, accounts and ledger included. Checks the
 * ledger first: a backup of a broken chain is no backup. Says the head it found: the file holds that one, or a later one where
 * something was written meanwhile; the restore checks it.
 *
 * `npm run restore -- FILE [--remote]`: puts a backup into an empty database and checks its ledger. Refuses a database that
 * holds anything: a restore never overwrites. worker/OPERATIONS.md says how to make an empty one.
 *
 * The file holds account ids and hashes of passcodes: keep it as you keep the secrets. Durable Objects need no backup: they
 * hold counters of some minutes and the sockets of readers who come back by themselves.
 */
import { existsSync } from "node:fs";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { type D1Target, executeFile, exportD1, queryD1, selectFrom } from "./d1-command.ts";
import { checkLedger } from "./ledger-verify.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";

// Names that begin so are the platform's own; wrangler's list of migrations comes with the backup.
const OWN_TABLES = `SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** Rejects where the file exists, the ledger does not hold or wrangler fails. */
export async function backUp(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup overwrites nothing.`);
  const head = await checkLedger(selectFrom(target));
  await exportD1(target, file);
  return head;
}

/** Rejects where the database is not empty, wrangler fails, or the restored ledger does not hold. */
export async function restore(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  const [row] = await queryD1(target, OWN_TABLES);
  if (row?.["tables"] !== 0) throw new Error("The database is not empty; a restore overwrites nothing.");
  await executeFile(target, file);
  return checkLedger(selectFrom(target));
}

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "restore") {
    await run("restore", args, restore, () => "The database is restored and its ledger holds.");
  } else await run("backup", args, backUp, (file) => `${file} holds the database.`);
}

/** Ends the process with 2 for wrong arguments and with 1 where `work` rejects. */
async function run(
  name: string,
  args: string[],
  work: typeof backUp,
  done: (file: string) => string,
): Promise<void> {
  const usage = `npm run ${name} -- FILE [--remote]`;
  const { positionals, values } = readArguments(usage, {
    args,
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) refuseArguments(usage);
  try {
    const head = await work({ database: "DB", isRemote: values.remote }, file);
    console.log(`${done(file)}\nHead ${head.seq} ${head.hash}`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
