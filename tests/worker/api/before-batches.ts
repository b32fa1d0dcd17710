/** What happens between a call's first look at the database and what it writes. */

import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Database } from "#worker/api/database.ts";

/** The database, with something else done right before each batch, and right after it. */
export function beforeBatches(act: () => unknown, actAfter: () => unknown = () => undefined): Database {
  return drizzle(
    new Proxy(env.DB, {
      get(target, name) {
        if (name !== "batch") return Reflect.get(target, name).bind(target);
        return async (statements: D1PreparedStatement[]) => {
          await act();
          const results = await target.batch(statements);
          await actAfter();
          return results;
        };
      },
    }),
  );
}
