/** What the audit log says of one actor or one target, for tests. */
import { env } from "cloudflare:workers";

/** Oldest first. */
export async function auditTrail(column: "actor_id" | "target", value: string): Promise<unknown[]> {
  const { results } = await env.DB.prepare(
    `SELECT at, actor_id, action, target, detail, network, request_id FROM audit_log WHERE ${column} = ? ORDER BY seq`,
  )
    .bind(value)
    .all<{ detail: string }>();
  return results.map((row) => Object.assign(row, { detail: JSON.parse(row.detail) }));
}
