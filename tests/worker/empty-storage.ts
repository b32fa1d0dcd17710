/** Leaves a database without tables, and nothing in Durable Objects. */
import { reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** On a busy machine workerd now and then leaves the database as it was, and empties it when asked again. */
export async function emptyStorage(): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await reset();
    const migrated = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first();
    if (migrated === null) return;
  }
  throw new Error("The database could not be emptied.");
}
