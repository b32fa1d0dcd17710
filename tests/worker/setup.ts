/**
 * Files share a workerd: each begins with an empty database at the newest migration, without what the one before has stored,
 * and with modules of its own, since a worker keeps pages in memory.
 */
import { applyD1Migrations, reset, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";

declare global {
  namespace Cloudflare {
    interface Env {
      readonly [name: string]: unknown;
      readonly ASSETS: Fetcher;
      readonly DB: D1Database;
      readonly DELIVERIES: Queue;
      readonly DB_COPY: D1Database;
      readonly SIGN_IN_LIMITER: DurableObjectNamespace;
      readonly SIGNAL_ROOM: DurableObjectNamespace;
      readonly API_RATE: RateLimit;
      readonly API_WRITE_RATE: RateLimit;
      readonly TEST_MIGRATIONS: D1Migration[];
      readonly JWT_SIGNING_KEYS: string;
      readonly LOG_SIGNING_KEY: string;
      readonly PASSCODE_PEPPER: string;
      readonly VAPID_KEYS: string;
    }
  }
}

/** On a busy machine workerd now and then leaves the database as it was, and empties it when asked again. */
async function emptyStorage(): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await reset();
    const migrated = await env.DB.prepare("SELECT 1 FROM sqlite_master WHERE name = 'd1_migrations'").first();
    if (migrated === null) return;
  }
  throw new Error("The database of the test file before could not be emptied.");
}

vi.resetModules();
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
