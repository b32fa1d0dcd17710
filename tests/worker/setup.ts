/**
 * Files share a workerd: each begins with an empty database at the newest migration, without what the one before has stored,
 * and with modules of its own, since a worker keeps pages in memory.
 */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import { emptyStorage } from "./empty-storage.ts";

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

vi.resetModules();
await emptyStorage();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
