/**
 * The data of a local installation before its first request: secrets, the database, its accounts, its demo record and its
 * quotes.
 */
import { writeFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { addDemoAccounts } from "./demo-data/demo-accounts.ts";
import { DEMO_SOURCE, demoQuoteLines } from "./demo-data/demo-quotes.ts";
import { migrateLocalDatabase, withLocalDatabase } from "./local-database.ts";
import { ensureLocalSecrets, type LocalSecrets } from "#worker/commands/secrets.ts";
import { seedRecord } from "./demo-data/write-record.ts";
import { HOUR_MS } from "#shared/time/time-units.ts";

const DEMO_SIGNALS = 2_000;

/** For `npm run prices`; next to the local database. */
export const DEMO_QUOTES_FILE = ".wrangler/state/demo-quotes.csv";
/** Period of quotes in the file besides those for signals on the record, before and after the time of writing. */
const QUOTES_BACK_MS = HOUR_MS;
const QUOTES_AHEAD_MS = 48 * HOUR_MS;
const MAX_QUOTED_SIGNALS = 20_000;
/** Further quotes for each of the newest signals, for their pictures. */
const PICTURE_QUOTES = 40;

/** Creates what is missing, leaves what exists, and rewrites the quotes. Must not run while `wrangler dev` runs. */
export async function makeLocalData(): Promise<LocalSecrets> {
  const secrets = ensureLocalSecrets();
  console.log("Migrating the local database …");
  await migrateLocalDatabase();
  console.log("Creating demo accounts, record and prices …");
  await withLocalDatabase(async (db) => {
    await addDemoAccounts(db, secrets, Date.now());
    await seedRecord(db, { signals: DEMO_SIGNALS, endMs: Date.now() });
    await writeQuotes(db, Date.now());
  });
  return secrets;
}

/** The quotes that signals of the demo's source need, and all from an hour ago until two days ahead. */
async function writeQuotes(db: D1Database, nowMs: number): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT asset, entry_at, expires_at, coalesce(settled_at, expires_at) AS settled_at FROM signals " +
        "WHERE price_rule ->> '$.sources[0]' = ? ORDER BY published_seq DESC LIMIT ?",
    )
    .bind(DEMO_SOURCE.address, MAX_QUOTED_SIGNALS)
    .all<{ asset: string; entry_at: number; expires_at: number; settled_at: number }>();
  const moments = results.flatMap(({ asset, entry_at, expires_at, settled_at }, index) => {
    const stepMs = (expires_at - entry_at) / (PICTURE_QUOTES * 0.75);
    const between =
      index < DEMO_SIGNALS
        ? Array.from({ length: PICTURE_QUOTES }, (_, step) => Math.round(expires_at - step * stepMs))
        : [];
    return [entry_at, expires_at, settled_at, ...between].map((atMs) => ({ asset, atMs }));
  });
  const time = { fromMs: nowMs - QUOTES_BACK_MS, toMs: nowMs + QUOTES_AHEAD_MS };
  writeFileSync(DEMO_QUOTES_FILE, demoQuoteLines(moments, time));
}
