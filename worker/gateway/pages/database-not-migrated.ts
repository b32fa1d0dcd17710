/** A page whose data is in a database that lacks this version's migrations. */
import type { Config } from "#worker/config.ts";
import type { Refusal } from "#worker/gateway/limits/refuse.ts";
import { migrateCommands, notMigrated } from "#worker/http/not-migrated.ts";

/** Thrown for a page while its status can still be set; the gateway answers it in the format of the address. */
export class DatabaseNotMigrated extends Error {
  override readonly name = "DatabaseNotMigrated";
}

export function refusalOfNotMigrated({ environment }: Pick<Config, "environment">): Refusal {
  const { deployed, local } = migrateCommands(environment);
  return {
    status: 503,
    reason: "notMigrated",
    problem: notMigrated(environment),
    commands: [deployed, local],
    retryAfterSeconds: 60,
  };
}
