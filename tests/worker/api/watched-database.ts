/** The test database, and what it was asked meanwhile. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Database } from "#worker/api/database.ts";

export interface AskedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface WatchedDatabase {
  readonly db: Database;
  /** What has run since the last call, and in how many round trips; how many rows D1 has read and written for it, those of indexes among them. */
  readonly takeLog: () => {
    readonly statements: readonly AskedStatement[];
    readonly trips: number;
    /** Most trips of which each began after the end of the one before. */
    readonly sequence: number;
    readonly rowsRead: number;
    readonly rowsWritten: number;
  };
}

/** Each round trip takes `tripMs` longer, so that those which wait for no other overlap. */
export function watchDatabase({ tripMs = 0 } = {}): WatchedDatabase {
  let sequence = 0;
  let statements: AskedStatement[] = [];
  let trips = 0;
  let rowsRead = 0;
  let rowsWritten = 0;
  const watched = new WeakMap<object, { statement: D1PreparedStatement; asked: AskedStatement }>();
  const known = (wrapper: object) => {
    const found = watched.get(wrapper);
    if (!found) throw new TypeError("This statement was not prepared here");
    return found;
  };
  async function travel<Result>(trip: Promise<Result>): Promise<Result> {
    trips += 1;
    const place = sequence + 1;
    const [result] = await Promise.all([trip, tripMs > 0 && scheduler.wait(tripMs)]);
    sequence = Math.max(sequence, place);
    return result;
  }
  async function run(wrappers: readonly object[]): Promise<D1Result[]> {
    const asked = wrappers.map(known);
    statements.push(...asked.map(({ asked }) => asked));
    const results = await travel(env.DB.batch(asked.map(({ statement }) => statement)));
    for (const { meta } of results) {
      rowsRead += meta.rows_read;
      rowsWritten += meta.rows_written;
    }
    return results;
  }
  function wrap(statement: D1PreparedStatement, asked: AskedStatement): object {
    const wrapper = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values), { ...asked, values }),
      all: async () => (await run([wrapper]))[0],
      run: async () => (await run([wrapper]))[0],
      raw: async () => {
        statements.push(asked);
        // Rows as arrays come without what was read for them: a SELECT is asked once more.
        if (/^select/i.test(asked.sql)) rowsRead += (await statement.all()).meta.rows_read;
        return travel(statement.raw());
      },
    };
    watched.set(wrapper, { statement, asked });
    return wrapper;
  }
  const watchedSession = {
    prepare: (sql: string) => wrap(env.DB.prepare(sql), { sql, values: [] }),
    batch: (wrappers: readonly object[]) => run(wrappers),
    getBookmark: () => null,
  };
  return {
    db: drizzle(asD1({ ...watchedSession, withSession: () => watchedSession })),
    takeLog: () => {
      const log = { statements, trips, sequence, rowsRead, rowsWritten };
      [statements, trips, sequence, rowsRead, rowsWritten] = [[], 0, 0, 0, 0];
      return log;
    },
  };
}

/** As much of D1 as Drizzle uses. */
function asD1(db: object): D1Database {
  return db as D1Database;
}
