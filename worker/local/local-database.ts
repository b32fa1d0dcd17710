/** The local D1 database, which `wrangler dev` uses. */
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { unstable_readConfig as readWranglerConfig } from "wrangler";
import { runWrangler } from "#worker/commands/wrangler.ts";

const WRANGLER_CONFIG = "wrangler.toml";
const STATE_FOLDER = ".wrangler/state/v3";

/** Applies all migrations that the database lacks; creates the database if there is none. */
export async function migrateLocalDatabase(): Promise<void> {
  await runWrangler("d1", "migrations", "apply", databaseOf().database_name, "--local");
}

/** Opens the database for `use` and closes it again. Must not run while `wrangler dev` runs. */
export async function withLocalDatabase<Result>(use: (db: D1Database) => Promise<Result>): Promise<Result> {
  const { binding, database_id } = databaseOf();
  const worker = { name: "local-database", modules: true, script: "export default {}" } as const;
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({ ...worker, cf: false, d1Databases: { [binding]: database_id } }),
    resourcePersistencePath: STATE_FOLDER,
  });
  try {
    return await use(await miniflare.getD1Database(binding));
  } finally {
    await miniflare.dispose();
  }
}

function databaseOf(): { binding: string; database_name: string; database_id: string } {
  const [database] = readWranglerConfig({ config: WRANGLER_CONFIG }).d1_databases;
  if (!database?.database_id || !database.database_name)
    throw new Error(`${WRANGLER_CONFIG} has no D1 database`);
  return { ...database, database_name: database.database_name, database_id: database.database_id };
}
