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
    schema: () => hasSchema(db),
    secrets: async () => canSignIn({ passcodePepper, signingKeys }),
  };
}

/** The schema that this code was written for: the newest file in `worker/api/migrations`. */
export const NEWEST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`;

/** What guards the record and the log: a test holds the list to the migrations. */
export const TRIGGERS: readonly string[] = [
  "audit_log_refuses_delete",
  "audit_log_refuses_replace",
  "audit_log_refuses_update",
  "ingest_keys_publish_so_many",
  "ledger_follows_its_head",
  "ledger_refuses_delete",
  "ledger_refuses_update",
  "signals_are_published_once",
  "signals_are_settled_once",
  "signals_keep_their_confidence",
  "signals_keep_their_otc_mark",
  "signals_refuse_delete",
  "totals_are_one_row",
  "totals_keep_their_losses",
  "totals_keep_their_otc_losses",
  "totals_refuse_delete",
  "traders_keep_their_handle",
  "traders_keep_their_losses",
  "traders_keep_their_otc_losses",
  "traders_refuse_delete",
];

/**
 * True where that migration has been applied and every trigger stands, whatever came after them: a rolled-back worker works on the newer
 * schema, because migrations only add. Rejects where the database does not answer or was never migrated. The table is wrangler's own.
 */
async function hasSchema(db: Database): Promise<boolean> {
  const missing = sql`SELECT value FROM json_each(${JSON.stringify(TRIGGERS)})
    EXCEPT SELECT name FROM sqlite_master WHERE type = 'trigger'`;
  return (
    (await db.get(
      sql`SELECT 1 AS one FROM d1_migrations WHERE name = ${NEWEST_MIGRATION} AND NOT EXISTS (${missing})`,
    )) !== undefined
  );
}
