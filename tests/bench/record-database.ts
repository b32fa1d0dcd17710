/** Databases whose record holds any number of signals, made once for each number and kept in `.cache/bench`. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { seedStatements } from "#worker/local/demo-data/write-record.ts";
import { migrate, productWorker, startServer } from "./workerd.ts";

/** The record ends here, so that every run reads the same one. */
const SEED_END_MS = Date.UTC(2026, 10, 1);
/** The name of a database is a hash; what is shorter is Miniflare's own. */
const DATABASE_FILES = "d1/miniflare-D1DatabaseObject/????????????????*.sqlite";

/** A state folder for `startServer` with so many signals on the record. The first time, a million take some minutes. */
export async function recordOf(signals: number): Promise<string> {
  const sources = globSync(
    "{worker/api/{migrations/*.sql,traders/trader-record.ts},worker/local/{demo-quotes,seed*}.ts,shared/{equity-series,ledger-chain,price-rule,statistics}.ts}",
  ).sort();
  const hash = createHash("sha256");
  for (const file of sources) hash.update(readFileSync(file));
  const folder = `.cache/bench/record-${signals}-${hash.digest("hex").slice(0, 8)}`;
  const done = `${folder}/done`;
  if (existsSync(done)) return folder;
  for (const older of globSync(`.cache/bench/record-${signals}-*`)) rmSync(older, { recursive: true });
  console.error(`Writing ${signals} signals to ${folder} …`);
  // The product itself makes the file, so that it lies where the product will look for it.
  const server = await startServer({
    worker: productWorker(),
    stateFolder: folder,
    prepare: (db) => migrate(db),
  });
  await server.close();
  const [file, ...others] = globSync(`${folder}/${DATABASE_FILES}`);
  if (file === undefined || others.length > 0) throw new Error(`${folder} does not hold one database`);
  fill(file, signals);
  writeFileSync(done, "");
  return folder;
}

/** Past D1, in one transaction without a journal: where it is broken off, the next run begins anew. */
function fill(file: string, signals: number): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN");
  // They look at every entry since the totals, which here is the whole record for every trader.
  const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${String(name)}`);
  const prepared = new Map<string, StatementSync>();
  for (const statements of seedStatements({ signals, endMs: SEED_END_MS })) {
    for (const { sql, json } of statements) {
      const statement = prepared.get(sql) ?? db.prepare(sql);
      prepared.set(sql, statement);
      statement.run(json);
    }
  }
  for (const { sql } of triggers) db.exec(String(sql));
  db.exec("COMMIT");
  db.close();
}
