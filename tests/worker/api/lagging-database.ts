/**
 * The test database with a copy that lags behind it, as D1 has them where read replication is on: a second database of the platform's,
 * to which the writes are brought when the test says so. Locally D1 has no copies, so who answers is decided here, by D1's rules
 * (https://developers.cloudflare.com/d1/best-practices/read-replication/).
 */
import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

interface Asked {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export interface LaggingDatabase {
  readonly binding: D1Database;
  /** Brings every write so far to the copy. */
  readonly catchUp: () => Promise<void>;
  /** Who has answered what since the last call. */
  readonly takeAnswers: () => readonly { readonly by: "primary" | "copy"; readonly sql: string }[];
}

type Position = { start: string };

export async function createLaggingDatabase(): Promise<LaggingDatabase> {
  await applyD1Migrations(env.DB_COPY, env.TEST_MIGRATIONS);
  const writes: (readonly Asked[])[] = [];
  let copied = 0;
  let answers: { by: "primary" | "copy"; sql: string }[] = [];
  const asked = new WeakMap<object, Asked>();

  async function ask<Result>(
    position: Position | null,
    statements: readonly Asked[],
    send: (db: D1Database) => Promise<Result>,
  ): Promise<Result> {
    const isWrite = statements.some(({ sql }) => !/^\s*select\b/i.test(sql));
    const byCopy = position !== null && !isWrite && mayCopyAnswer(position.start, copied);
    answers.push(...statements.map(({ sql }) => ({ by: byCopy ? "copy" : "primary", sql }) as const));
    const result = await send(byCopy ? env.DB_COPY : env.DB);
    if (isWrite) writes.push(statements);
    const reached = bookmarkAt(byCopy ? copied : writes.length);
    if (position && !(isBookmark(position.start) && position.start > reached)) position.start = reached;
    return result;
  }

  async function run(position: Position | null, wrappers: readonly object[]): Promise<D1Result[]> {
    const statements = wrappers.map((wrapper) => asked.get(wrapper) ?? fail());
    return ask(position, statements, (db) => db.batch(statements.map((one) => prepareOn(db, one))));
  }

  function prepare(position: Position | null, statement: Asked): object {
    const wrapper = {
      bind: (...values: unknown[]) => prepare(position, { ...statement, values }),
      all: async () => (await run(position, [wrapper]))[0],
      run: async () => (await run(position, [wrapper]))[0],
      raw: () => ask(position, [statement], (db) => prepareOn(db, statement).raw()),
    };
    asked.set(wrapper, statement);
    return wrapper;
  }

  const at = (position: Position | null) => ({
    prepare: (sql: string) => prepare(position, { sql, values: [] }),
    batch: (wrappers: readonly object[]) => run(position, wrappers),
  });
  return {
    binding: asD1({
      ...at(null),
      withSession(start: string) {
        const position = { start };
        return { ...at(position), getBookmark: () => (isBookmark(position.start) ? position.start : null) };
      },
    }),
    async catchUp() {
      // Tests make accounts beside the API.
      const { results } = await env.DB.prepare("SELECT * FROM accounts").all();
      for (const row of results) {
        const names = Object.keys(row).join(", ");
        const places = Object.keys(row).map(() => "?");
        await env.DB_COPY.prepare(`INSERT OR IGNORE INTO accounts (${names}) VALUES (${places.join(", ")})`)
          .bind(...Object.values(row))
          .run();
      }
      for (const statements of writes.slice(copied))
        await env.DB_COPY.batch(statements.map((one) => prepareOn(env.DB_COPY, one)));
      copied = writes.length;
    },
    takeAnswers() {
      const taken = answers;
      answers = [];
      return taken;
    },
  };
}

function mayCopyAnswer(start: string, copied: number): boolean {
  return start === "first-unconstrained" || (isBookmark(start) && start <= bookmarkAt(copied));
}

function prepareOn(db: D1Database, { sql, values }: Asked): D1PreparedStatement {
  return db.prepare(sql).bind(...values);
}

/** As D1 writes them. */
function bookmarkAt(writes: number): string {
  return `${writes.toString(16).padStart(8, "0")}-00000000-00000000-${"0".repeat(32)}`;
}

function isBookmark(start: string): boolean {
  return /^[0-9a-f]{8}-/.test(start);
}

function fail(): never {
  throw new TypeError("This statement was not prepared here");
}

/** As much of D1 as Drizzle uses. */
function asD1(db: object): D1Database {
  return db as D1Database;
}
