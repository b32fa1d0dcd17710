/** The local D1 database, which `wrangler dev` uses. */
import type { D1Database } from "@cloudflare/workers-types";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { migrateD1 } from "#worker/commands/d1-command.ts";
import { CONFIG, type Database, readEnvironment } from "#worker/commands/wrangler.ts";

const STATE_FOLDER = ".wrangler/state/v3";

/** Applies all migrations that the database lacks; creates the database if there is none. */
export async function migrateLocalDatabase(): Promise<void> {
  await migrateD1({ database: databaseOf().name, isRemote: false });
}

/** Opens the database for `use` and closes it again. Must not run while `wrangler dev` runs. */
export async function withLocalDatabase<Result>(use: (db: D1Database) => Promise<Result>): Promise<Result> {
  const { binding, id } = databaseOf();
  const worker = { name: "local-database", modules: true, script: "export default {}" } as const;
  const miniflare = new Miniflare({
    ...convertV4MiniflareOptions({ ...worker, cf: false, d1Databases: { [binding]: id } }),
    resourcePersistencePath: STATE_FOLDER,
  });
  try {
    return await use(await miniflare.getD1Database(binding));
  } finally {
    await miniflare.dispose();
  }
}

function databaseOf(): Database {
  const [database] = readEnvironment("")?.databases ?? [];
  if (!database?.id || !database.name) throw new Error(`${CONFIG} has no D1 database`);
  return database;
}
