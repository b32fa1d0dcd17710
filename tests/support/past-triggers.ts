import type { D1Database } from "@cloudflare/workers-types";

/**
 * Runs statements as an attacker with full access to the database: removes the triggers first, and restores them afterwards.
 */
export async function pastTriggers(db: D1Database, ...statements: readonly string[]): Promise<void> {
  const { results } = await db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all<{ name: string; sql: string }>();
  await db.batch(
    [
      ...results.map(({ name }) => `DROP TRIGGER ${name}`),
      ...statements,
      ...results.map(({ sql }) => sql),
    ].map((sql) => db.prepare(sql)),
  );
}
