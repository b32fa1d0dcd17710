/** A page whose data is in a database that lacks this version's migrations. */
import type { Refusal } from "#worker/gateway/limits/refuse.ts";
import { migrateCommands, notMigrated } from "#worker/http/not-migrated.ts";

/** Thrown for a page while its status can still say it; the gateway answers it in the form of the address. */
export class DatabaseNotMigrated extends Error {
  override readonly name = "DatabaseNotMigrated";
}

const { deployed, local } = migrateCommands("DB");

export const NOT_MIGRATED: Refusal = {
  status: 503,
  reason: "notMigrated",
  problem: notMigrated("DB"),
  commands: [deployed, local],
  retryAfterSeconds: 60,
};
