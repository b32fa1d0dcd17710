/** What happens between a call's first look at the database and what it writes. */

import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Database } from "#worker/api/database.ts";

/** The database with something else done right before each batch, and right after it. */
export function beforeBatches(...acts: Parameters<typeof watchBatches>): Database {
  return drizzle(watchBatches(...acts));
}

/** The same of the binding, in a session or not. */
export function watchBatches(act: () => unknown, actAfter: () => unknown = () => undefined): D1Database {
  const batchOf = (target: D1Database | D1DatabaseSession) => async (statements: D1PreparedStatement[]) => {
    await act();
    const results = await target.batch(statements);
    await actAfter();
    return results;
  };
  const watch = (session: D1DatabaseSession) =>
    new Proxy(session, {
      get: (target, name) => (name === "batch" ? batchOf(target) : Reflect.get(target, name).bind(target)),
    });
  return new Proxy(env.DB, {
    get(target, name) {
      if (name === "withSession") return (start: string) => watch(target.withSession(start));
      return name === "batch" ? batchOf(target) : Reflect.get(target, name).bind(target);
    },
  });
}
