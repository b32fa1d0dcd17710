/**
 * `npm run seed -- [--signals N]`: fills the local database, if its record is still empty, with N signals (2,000) over the
 * year up to now. Must not run while `npm start` runs. Works only locally, because an operator's deployment starts empty.
 */
import { migrateLocalDatabase, withLocalDatabase } from "#worker/local/local-database.ts";
import { readArguments, refuseArguments } from "#worker/local/read-arguments.ts";
import { seedRecord } from "./seed-record.ts";

const DEFAULT_SIGNALS = 2000;
const MAX_SIGNALS = 10_000_000;

const USAGE = "npm run seed -- [--signals N]";

const { values } = readArguments(USAGE, {
  options: { signals: { type: "string", default: String(DEFAULT_SIGNALS) } },
});
const signals = Number(values.signals);
if (!/^\d+$/.test(values.signals) || signals > MAX_SIGNALS)
  refuseArguments(
    USAGE,
    `--signals must be a whole number from 0 to ${MAX_SIGNALS}, not "${values.signals}".`,
  );

const startedMs = Date.now();
await migrateLocalDatabase();
if (await withLocalDatabase((db) => seedRecord(db, { signals, endMs: startedMs }))) {
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`${signals} signals are on the local record (${seconds} s).`);
} else {
  console.error(
    "The local record is not empty and can only be appended to. Remove .wrangler/state to start anew.",
  );
  process.exitCode = 1;
}
