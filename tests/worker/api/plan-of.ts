/** How SQLite goes about a statement. */
import { env } from "cloudflare:workers";

/** The steps of its plan; fails where there are none. */
export async function planOf(statement: {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}): Promise<string[]> {
  const { sql, params } = statement.toSQL();
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...params)
    .all<{ detail: string }>();
  if (results.length === 0) throw new Error(`No plan for ${sql}`);
  return results.map(({ detail }) => detail);
}
