/** What the embedded API needs before it can serve: its database, at the newest schema, and its secrets. */
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import type { ApiDependencies } from "./dependencies.ts";
import { clockBreach, entryTimeOf, MAX_CLOCK_LAG_MS } from "#shared/record-rules.ts";
import { isHead } from "./ledger/index.ts";
import { ledger, recordChecks } from "./ledger/tables.ts";
import journal from "./migrations/meta/_journal.json" with { type: "json" };
import { canSignIn } from "./session/index.ts";

/** By name, as `/readyz` tells them. A check that rejects does not hold. */
export function apiReadiness({
  db,
  now,
  passcodePepper,
  signingKeys,
}: Pick<ApiDependencies, "db" | "now" | "passcodePepper" | "signingKeys">) {
  return {
    upstream: async () => (await db.get(sql`SELECT 1 AS one`)) !== undefined,
    schema: () => hasNewestMigration(db),
    clock: () => isClockRight(db, now()),
    record: () => heldLastNight(db),
    secrets: async () => canSignIn({ passcodePepper, signingKeys }),
  };
}

/** Whether this server's clock is such that it may write: see `commitToLedger`. */
async function isClockRight(db: Database, clockMs: number): Promise<boolean> {
  const { headMs, databaseMs } = await db.get<{ headMs: number; databaseMs: number }>(
    sql`SELECT coalesce((SELECT at FROM ${ledger} WHERE ${isHead}), 0) AS headMs, unixepoch('subsec') * 1000 AS databaseMs`,
  );
  return clockBreach(entryTimeOf(clockMs, headMs)) === null && clockMs <= databaseMs + MAX_CLOCK_LAG_MS;
}

/** False where the last nightly check has found a fault. */
async function heldLastNight(db: Database): Promise<boolean> {
  const last = await db.select({ fault: recordChecks.fault }).from(recordChecks).get();
  return (last?.fault ?? null) === null;
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
