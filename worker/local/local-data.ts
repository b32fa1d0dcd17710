/** What a local installation serves from before its first request: secrets, the database, its accounts and its demo record. */
import { addDemoAccounts } from "./demo-accounts.ts";
import { migrateLocalDatabase, withLocalDatabase } from "./local-database.ts";
import { ensureLocalSecrets, type LocalSecrets } from "./secrets.ts";
import { seedRecord } from "./seed-record.ts";

const DEMO_SIGNALS = 2_000;

/** Makes what is missing and leaves what is there. Must not run beside `wrangler dev`. */
export async function makeLocalData(): Promise<LocalSecrets> {
  const secrets = ensureLocalSecrets();
  await migrateLocalDatabase();
  await withLocalDatabase(async (db) => {
    await addDemoAccounts(db, secrets, Date.now());
    await seedRecord(db, { signals: DEMO_SIGNALS, endMs: Date.now() });
  });
  return secrets;
}
