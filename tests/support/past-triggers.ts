import type { D1Database } from "@cloudflare/workers-types";

/** Runs statements as somebody who has the whole database can: the triggers are taken away for them, and put back. */
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
