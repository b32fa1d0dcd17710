/** The database as every domain gets it: Drizzle over D1, with the tables of `tables/`. */
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle, type DrizzleD1Database } from "drizzle-orm/d1";
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";

export type Database = DrizzleD1Database & { readonly $client: D1Database };

/** The database in a D1 session. The bookmark is null before the first statement of a session that began without one. */
export interface DatabaseSession {
  readonly db: Database;
  readonly bookmark: () => string | null;
}

/**
 * Opens a session that begins with a bookmark, at the primary (`first-primary`), or anywhere (`first-unconstrained`). After
 * its first statement it may continue at any copy that is at least as new.
 */
export function openDatabaseSession({ $client }: Database, start: D1SessionBookmark): DatabaseSession {
  const session = $client.withSession(start);
  const client: D1Database = {
    prepare: (query) => session.prepare(query),
    batch: (statements) => session.batch(statements),
    exec: (query) => $client.exec(query),
    withSession: (other) => $client.withSession(other),
    dump: () => $client.dump(),
  };
  return { db: drizzle(client), bookmark: () => session.getBookmark() };
}

/**
 * A statement for `db.batch`, which runs all of its statements in one transaction. D1 returns a batch's rows as objects, so
 * a SELECT in it must not have two columns of the same name.
 */
export type Statement = BatchItem<"sqlite">;

/** Statement that inserts a row if the condition holds when it runs. */
export function insertIf<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: SQLiteInsertValue<Table>,
  condition: SQL,
) {
  const given = new Map<string, unknown>(Object.entries(row));
  const values = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = given.get(key) ?? column.default ?? null;
    return is(value, SQL) ? value : sql.param(value, column);
  });
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`);
}
