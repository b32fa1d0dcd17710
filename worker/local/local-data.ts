/** What a local installation serves from before its first request: secrets, the database, its accounts, its demo record and its quotes. */
import { writeFileSync } from "node:fs";
import type { D1Database } from "@cloudflare/workers-types";
import { addDemoAccounts } from "./demo-data/demo-accounts.ts";
import { DEMO_SOURCE, demoQuoteLines } from "./demo-data/demo-quotes.ts";
import { migrateLocalDatabase, withLocalDatabase } from "./local-database.ts";
import { ensureLocalSecrets, type LocalSecrets } from "./secrets.ts";
import { seedRecord } from "./demo-data/seed-record.ts";
import { HOUR_MS } from "#shared/time-units.ts";

const DEMO_SIGNALS = 2_000;

/** For `npm run prices`; beside the local database. */
export const DEMO_QUOTES_FILE = ".wrangler/state/demo-quotes.csv";
/** What the file has besides the quotes of signals on the record, before and after it is written. */
const QUOTES_BACK_MS = HOUR_MS;
const QUOTES_AHEAD_MS = 48 * HOUR_MS;
const MAX_QUOTED_SIGNALS = 20_000;

/** Makes what is missing and leaves what is there, and writes the quotes anew. Must not run beside `wrangler dev`. */
export async function makeLocalData(): Promise<LocalSecrets> {
  const secrets = ensureLocalSecrets();
  await migrateLocalDatabase();
  await withLocalDatabase(async (db) => {
    await addDemoAccounts(db, secrets, Date.now());
    await seedRecord(db, { signals: DEMO_SIGNALS, endMs: Date.now() });
    await writeQuotes(db, Date.now());
  });
  return secrets;
}

/** Where the newest signals of the demo's source need a quote, and from an hour ago until two days ahead. */
async function writeQuotes(db: D1Database, nowMs: number): Promise<void> {
  const { results } = await db
    .prepare(
      "SELECT asset, entry_at, expires_at, coalesce(settled_at, expires_at) AS settled_at FROM signals " +
        "WHERE price_rule ->> '$.sources[0]' = ? ORDER BY published_seq DESC LIMIT ?",
    )
    .bind(DEMO_SOURCE.address, MAX_QUOTED_SIGNALS)
    .all<{ asset: string; entry_at: number; expires_at: number; settled_at: number }>();
  const moments = results.flatMap(({ asset, entry_at, expires_at, settled_at }) =>
    [entry_at, expires_at, settled_at].map((atMs) => ({ asset, atMs })),
  );
  const time = { fromMs: nowMs - QUOTES_BACK_MS, toMs: nowMs + QUOTES_AHEAD_MS };
  writeFileSync(DEMO_QUOTES_FILE, demoQuoteLines(moments, time));
}
