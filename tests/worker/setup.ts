/** Brings the test database of each file to the newest migration. */
import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

declare global {
  namespace Cloudflare {
    interface Env {
      readonly [name: string]: unknown;
      readonly ASSETS: Fetcher;
      readonly DB: D1Database;
      readonly SIGN_IN_LIMITER: DurableObjectNamespace;
      readonly SIGNAL_ROOM: DurableObjectNamespace;
      readonly API_RATE: RateLimit;
      readonly API_WRITE_RATE: RateLimit;
      readonly TEST_MIGRATIONS: D1Migration[];
      readonly JWT_SIGNING_KEYS: string;
      readonly PASSCODE_PEPPER: string;
    }
  }
}

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
