/** What the embedded API needs before it can serve: its database, at the newest schema, and its secrets. */
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { ApiDependencies } from "./dependencies.ts";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { canSignIn } from "./session/index.ts";

/** By name, as `/readyz` tells them. A check that rejects does not hold. */
export function apiReadiness({
  db,
  passcodePepper,
  signingKeys,
}: Pick<ApiDependencies, "db" | "passcodePepper" | "signingKeys">) {
  return {
    upstream: async () => (await db.get(sql`SELECT 1 AS one`)) !== undefined,
    schema: () => hasNewestMigration(db),
    secrets: async () => canSignIn({ passcodePepper, signingKeys }),
  };
}

/** The schema that this code was written for: the newest file in `worker/api/migrations`. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/**
 * True where that migration has been applied, whatever came after it: a rolled-back worker works on the newer schema, because
 * migrations only add. Rejects where the database does not answer or was never migrated. The table is wrangler's own.
 */
export async function hasNewestMigration(db: Database): Promise<boolean> {
  return (
    (await db.get(sql`SELECT 1 AS one FROM d1_migrations WHERE name = ${NEWEST_MIGRATION}`)) !== undefined
  );
}
