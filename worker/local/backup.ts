/**
 * `npm run backup -- FILE [--remote]`: writes schema and contents of the database as SQL, accounts and ledger included.
 * Verifies the file it has written: if the record in it does not hold, the file is deleted. Prints the head of the record in
 * the file.
 *
 * `npm run restore -- FILE [--remote]`: loads a backup into an empty database, and brings it to the schema of this version.
 * Verifies the file before anything is written, and the database after it. Refuses a database that holds anything: a restore
 * never overwrites. worker/OPERATIONS.md explains how to make an empty one.
 *
 * The file holds account ids and hashes of passcodes: protect it like the secrets. Durable Objects need no backup: they hold
 * counters of some minutes and the sockets of readers, who reconnect by themselves.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerCheckpoint } from "#shared/ledger-chain.ts";
import { checkBackup } from "./check-backup.ts";
import { type D1Target, executeFile, exportD1, migrateD1, queryD1 } from "./d1-command.ts";
import { readArguments, refuseArguments } from "./read-arguments.ts";

// Names with this prefix belong to the platform; wrangler's list of migrations is part of the backup.
const OWN_TABLES = `SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** Rejects if the file exists, if the record in it does not hold, or if wrangler fails; in no case a file is left. */
export async function backUp(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  if (existsSync(file)) throw new Error(`${file} exists already; a backup overwrites nothing.`);
  try {
    await exportD1(target, file);
    return await checkBackup(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Rejects, without having written anything, if the database is not empty or the file does not hold; also if wrangler fails
 * on the file, which it writes as a whole or not at all.
 */
export async function restore(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  const [row] = await queryD1(target, OWN_TABLES);
  if (row?.["tables"] !== 0) throw new Error("The database is not empty; a restore overwrites nothing.");
  await checkBackup(file);
  await executeFile(target, file);
  const folder = mkdtempSync(join(tmpdir(), "tidemark-backup-"));
  try {
    await migrateD1(target);
    return await backUp(target, join(folder, "restored.sql"));
  } catch (error) {
    const words =
      "The database now holds the file, and is not what was checked. Make another, empty one before you try again.";
    throw new Error(`${words}\n${messageOf(error)}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "restore") {
    await run("restore", args, restore, () => "The database is restored and its record holds.");
  } else await run("backup", args, backUp, (file) => `${file} holds the database, and its record holds.`);
}

/** Exits with 2 for wrong arguments and with 1 if `work` rejects. */
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
    console.error(messageOf(error));
    process.exit(1);
  }
}
