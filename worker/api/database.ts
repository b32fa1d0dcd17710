/** The database as every domain is given it: Drizzle over D1, with the tables of each domain's `tables.ts`. */
import type { BatchItem } from "drizzle-orm/batch";
import type { DrizzleD1Database } from "drizzle-orm/d1";
import { getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { SQLiteInsertValue, SQLiteTable } from "drizzle-orm/sqlite-core";

export type Database = DrizzleD1Database;

/**
 * A statement for `db.batch`, which runs all of its statements in one transaction. D1 gives a batch's rows as objects, so a
 * SELECT in it must not have two columns of the same name.
 */
export type Statement = BatchItem<"sqlite">;

/** Statement that inserts a row where the condition holds at that moment. */
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
