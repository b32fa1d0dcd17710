/**
 * The last part of wrangler's custom build (`[build]` in wrangler.toml). When `npx wrangler dev` runs for the first time
 * without `npm start`, it makes the local data before wrangler reads the secrets and opens the database. Later it only
 * checks whether there is a record: the build also runs for each changed file, while the database is in use.
 */
import { globSync, readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ensureLocalSecrets } from "./secrets.ts";

const DATABASE_FILES = ".wrangler/state/v3/d1/*/*.sqlite";
const MIGRATIONS_FOLDER = "worker/api/migrations";

// Wrangler states the command that it builds for: only this one reads the local data.
if (process.env["WRANGLER_COMMAND"] === "dev") await ensureLocalData();

async function ensureLocalData(): Promise<void> {
  const [applied] = globSync(DATABASE_FILES).flatMap((file) => appliedMigrations(file) ?? []);
  if (!applied) return makeMissingData();
  ensureLocalSecrets();
  const missing = readdirSync(MIGRATIONS_FOLDER).filter(
    (name) => name.endsWith(".sql") && !applied.has(name),
  );
  if (missing.length === 0) return;
  const remedy = "Stop wrangler and run npm start, or npx wrangler d1 migrations apply DB --local.";
  console.log(`The local database lacks ${missing.join(", ")}. ${remedy}`);
}

/** Read directly, since wrangler takes seconds for it. Null for Miniflare's own files. */
function appliedMigrations(file: string): ReadonlySet<unknown> | null {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('d1_migrations', 'ledger')").all();
    if (tables.length < 2) return null;
    return new Set(
      db
        .prepare("SELECT name FROM d1_migrations")
        .all()
        .map(({ name }) => name),
    );
  } finally {
    db.close();
  }
}

/** Its imports are loaded late: loading them takes longer than running the rest. */
async function makeMissingData(): Promise<void> {
  const { ownBackend } = await import("./wrangler.ts");
  if (ownBackend(process.env) !== "") return;
  const { makeLocalData } = await import("./local-data.ts");
  const { DEMO_ACCOUNTS } = await import("./demo-data/demo-accounts.ts");
  const { DEMO_STAFF_PASSCODE } = await makeLocalData();
  const { member, staff } = DEMO_ACCOUNTS;
  console.log(
    `A demo record is made. Sign in as ${member}, or ${staff} with passcode ${DEMO_STAFF_PASSCODE}.`,
  );
}
