/** Which state of the database this code was written for. */

/** Name of the newest file in `worker/api/migrations`; a test keeps the two together. */
export const NEWEST_MIGRATION = "0010_acts_on_accounts.sql";

/**
 * True where the newest migration has been applied, whatever came after it: a rolled-back worker works on the newer
 * schema, because migrations only add. Rejects where the database does not answer or was never migrated. The table is
 * wrangler's own.
 */
export async function hasNewestMigration(db: D1Database): Promise<boolean> {
  const found = await db
    .prepare("SELECT 1 FROM d1_migrations WHERE name = ?1")
    .bind(NEWEST_MIGRATION)
    .first();
  return found !== null;
}
