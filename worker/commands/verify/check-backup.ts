/** Checks a file that `npm run backup` has written, without the database that it is of. */
import { createReadStream } from "node:fs";
import { constants, DatabaseSync } from "node:sqlite";
import type { LedgerCheckpoint } from "#shared/record/ledger-chain.ts";
import { checkDatabase } from "./check-database.ts";
import { checkSchema, migrate } from "#worker/commands/check-schema.ts";
import { wordsOfError } from "#worker/commands/error-words.ts";
import { linesOf } from "./ledger-source.ts";

/**
 * The head of the record in a backup. Rejects if the record does not hold, or if the schema, brought to this version,
 * differs from that of this version. The file is loaded into a temporary database.
 */
export async function checkBackup(file: string): Promise<LedgerCheckpoint> {
  // SQLite's name for a temporary database on disk.
  const db = new DatabaseSync("");
  const { SQLITE_ATTACH, SQLITE_DENY, SQLITE_OK } = constants;
  // The file's statements cannot access other files.
  db.setAuthorizer((action) => (action === SQLITE_ATTACH ? SQLITE_DENY : SQLITE_OK));
  try {
    await runStatements(db, file);
    migrate(db);
    checkSchema(db);
    return await checkDatabase(db);
  } catch (error) {
    throw new Error(`${file} does not hold. ${wordsOfError(error)}`, { cause: error });
  } finally {
    db.close();
  }
}

/** No text in Node is longer than 512 MiB, so a file is run in parts, each of which ends before an INSERT. */
const PART_BYTES = 16 * 1024 * 1024;
const LINE_END = Buffer.from("\n");
const QUOTE = "'".charCodeAt(0);
const SEMICOLON = ";".charCodeAt(0);

async function runStatements(db: DatabaseSync, file: string): Promise<void> {
  let lines: Buffer[] = [];
  let bytes = 0;
  // Quotes in the unfinished INSERT, whose texts may contain line breaks; null outside of one.
  let quotes: number | null = null;
  // Triggers come last, and may contain an INSERT.
  let hasTriggers = false;
  const run = () => db.exec(Buffer.concat(lines).toString());
  db.exec("BEGIN");
  for await (const line of linesOf(createReadStream(file))) {
    if (quotes === null && begins(line, "INSERT INTO ")) {
      if (bytes >= PART_BYTES && !hasTriggers) {
        run();
        lines = [];
        bytes = 0;
      }
      quotes = 0;
    }
    hasTriggers ||= quotes === null && begins(line, "CREATE TRIGGER ");
    lines.push(line, LINE_END);
    bytes += line.length;
    if (quotes !== null) {
      for (let at = line.indexOf(QUOTE); at !== -1; at = line.indexOf(QUOTE, at + 1)) quotes += 1;
      if (quotes % 2 === 0 && line.at(-1) === SEMICOLON) quotes = null;
    }
  }
  run();
  db.exec("COMMIT");
}

function begins(line: Buffer, text: string): boolean {
  return line.subarray(0, text.length).toString("latin1") === text;
}
