/**
 * `npm run backup` and `npm run restore`. Both verify what they have written, and print the head of the record in it. A
 * restore refuses a database that holds anything; worker/OPERATIONS.md explains how to create an empty one.
 *
 * The file holds account ids and hashes of passcodes: only its owner can read it. Durable Objects need no backup: they hold
 * counters of some minutes and the sockets of readers, who reconnect by themselves.
 */
import { closeSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { checkBackup } from "../verify/check-backup.ts";
import { type D1Target, executeFile, exportD1, migrateD1, queryD1 } from "#worker/commands/d1-command.ts";
import { wordsOfError } from "#worker/commands/error-words.ts";
import { openPrivate } from "#worker/commands/private-file.ts";
import { readArguments, refuseArguments } from "#worker/commands/read-arguments.ts";
import { CONFIG, readEnvironment } from "#worker/commands/wrangler.ts";

// Names with this prefix belong to the platform; wrangler's list of migrations is part of the backup.
const OWN_TABLES = `SELECT count(*) AS tables FROM sqlite_master
  WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

/** Rejects if the file exists, if the record in it does not hold, or if wrangler fails; in no case a file is left. */
export async function backUp(target: D1Target, file: string): Promise<LedgerCheckpoint> {
  if (existsSync(file)) throw new Error(`${file} already exists, and a backup overwrites nothing.`);
  // Wrangler would make it readable for everybody.
  closeSync(openPrivate(file, "wx"));
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
  if (row?.["tables"] !== 0) throw new Error("The database is not empty, and a restore overwrites nothing.");
  await checkBackup(file);
  await executeFile(target, file);
  const folder = mkdtempSync(join(tmpdir(), "tidemark-backup-"));
  try {
    await migrateD1(target);
    return await backUp(target, join(folder, "restored.sql"));
  } catch (error) {
    const words =
      "The database was written, but differs from the file that was checked. Create another, empty one before you try again.";
    throw new Error(`${words}\n${wordsOfError(error)}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const BACKUP_HELP = `npm run backup -- FILE [--remote] [--env NAME]
Writes the database to a file as SQL, with accounts and ledger, and checks it. If its ledger does not hold, no file is left.
  FILE       must not exist yet
  --remote   the deployed database, instead of the local one
  --env      environment of wrangler.toml; the top level by default
Example: npm run backup -- tidemark-2026-11-21.sql --remote`;

const RESTORE_HELP = `npm run restore -- FILE [--remote] [--env NAME]
Loads a backup into an empty database, applies missing migrations, and checks it.
  --remote   the deployed database, instead of the local one
  --env      environment of wrangler.toml; the top level by default
Example: npm run restore -- tidemark-2026-11-21.sql --remote`;

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  if (command === "restore") {
    await run(RESTORE_HELP, args, restore, () => "The database is restored, and its ledger holds.");
  } else await run(BACKUP_HELP, args, backUp, (file) => `The database is in ${file}, and its ledger holds.`);
}

/** Exits with 2 for wrong arguments and with 1 if `work` rejects. */
async function run(
  help: string,
  args: string[],
  work: typeof backUp,
  done: (file: string) => string,
): Promise<void> {
  const { positionals, values } = readArguments(help, {
    args,
    allowPositionals: true,
    options: { remote: { type: "boolean", default: false }, env: { type: "string", default: "" } },
  });
  const [file, ...rest] = positionals;
  if (file === undefined || rest.length > 0) refuseArguments(help, "Name one file.");
  const { remote: isRemote, env: environment } = values;
  if (readEnvironment(environment) === null)
    refuseArguments(help, `--env: ${CONFIG} has no environment ${JSON.stringify(environment)}.`);
  try {
    const head = await work({ database: "DB", isRemote, environment }, file);
    console.log(`${done(file)}\nHead ${head.seq} ${head.hash}`);
  } catch (error) {
    console.error(wordsOfError(error));
    process.exit(1);
  }
}
