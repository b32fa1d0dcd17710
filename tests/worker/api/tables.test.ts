/** The migrated database has exactly the tables, columns and indexes that are declared in worker/api. */
import { env } from "cloudflare:workers";
import { getTableName, is, SQL, type Table } from "drizzle-orm";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { describe, expect, it } from "vitest";

const domains = import.meta.glob<object>("/worker/api/tables/*.ts", { eager: true });
const tables = Object.values(domains)
  .flatMap((domain): unknown[] => Object.values(domain))
  .filter((value) => is(value, SQLiteTable));

const dialect = new SQLiteSyncDialect();

async function pragma(call: string): Promise<Record<string, unknown>[]> {
  return (await env.DB.prepare(`SELECT * FROM ${call}`).all()).results;
}

/** SQL of a condition or column as it stands in a migration: without quotes and without the table's name. */
function plainSql(sql: SQL, table: Table): string {
  return dialect
    .sqlToQuery(sql)
    .sql.replaceAll('"', "")
    .replaceAll(`${getTableName(table)}.`, "");
}

function declared(table: SQLiteTable) {
  const { columns, indexes, primaryKeys, foreignKeys } = getTableConfig(table);
  const keys = [
    ...columns.filter(({ primary }) => primary),
    ...primaryKeys.flatMap(({ columns }) => columns),
  ];
  return {
    columns: columns
      .map((column) => ({
        name: column.name,
        type: column.getSQLType().toUpperCase(),
        isNotNull: column.notNull,
        default: column.default === undefined ? null : defaultSql(column.mapToDriverValue(column.default)),
        key: keys.indexOf(column) + 1,
      }))
      .sort(byName),
    indexes: indexes
      .map(({ config: { name, columns, unique, where } }) => {
        const parts = columns.map((part) => (is(part, SQL) ? plainSql(part, table) : part.name)).join(", ");
        const condition = where ? ` WHERE ${plainSql(where, table)}` : "";
        const kind = unique ? "UNIQUE INDEX" : "INDEX";
        return { name, sql: `CREATE ${kind} ${name} ON ${getTableName(table)} (${parts})${condition}` };
      })
      .sort(byName),
    unique: columns.filter(({ isUnique }) => isUnique).map(({ name }) => name),
    references: foreignKeys
      .map((key) => {
        const { columns, foreignTable, foreignColumns } = key.reference();
        const to = `${getTableName(foreignTable)} (${foreignColumns.map(({ name }) => name).join(", ")})`;
        const onDelete = key.onDelete?.toUpperCase() ?? "NO ACTION";
        return { name: columns.map(({ name }) => name).join(", "), to, onDelete };
      })
      .sort(byName),
  };
}

function defaultSql(value: unknown): string {
  return typeof value === "string" ? `'${value}'` : String(value);
}

async function migrated(name: string): Promise<ReturnType<typeof declared>> {
  const columns = await pragma(`pragma_table_xinfo('${name}')`);
  const indexes = await pragma(`pragma_index_list('${name}')`);
  const unique = indexes.filter(({ origin }) => origin === "u");
  const uniqueColumns = await Promise.all(
    unique.map(async ({ name }) =>
      (await pragma(`pragma_index_info('${String(name)}')`)).map(({ name }) => name),
    ),
  );
  return {
    columns: columns
      .map((column) => ({
        name: String(column["name"]),
        type: String(column["type"]),
        // A rowid is never null, which SQLite leaves unsaid.
        isNotNull: column["notnull"] === 1 || column["pk"] !== 0,
        default: v.parse(v.nullable(v.string()), column["dflt_value"]),
        key: Number(column["pk"]),
      }))
      .sort(byName),
    indexes: (await pragma(`sqlite_schema WHERE type = 'index' AND tbl_name = '${name}' AND sql IS NOT NULL`))
      .map(({ name, sql }) => ({
        name: String(name),
        sql: String(sql).replaceAll("`", "").replaceAll(/\s+/g, " "),
      }))
      .sort(byName),
    unique: uniqueColumns.map((names) => names.join(", ")).sort(),
    references: (await pragma(`pragma_foreign_key_list('${name}')`))
      .map(({ from, table, to, on_delete: onDelete }) => ({
        name: String(from),
        to: `${String(table)} (${String(to)})`,
        onDelete: String(onDelete),
      }))
      .sort(byName),
  };
}

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

const OWN_TABLES = `pragma_table_list WHERE type = 'table' AND schema = 'main'
  AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`;

describe("the migrated database", () => {
  it("has exactly the declared tables", async () => {
    const names = (await pragma(OWN_TABLES)).map(({ name }) => String(name));
    expect(names.toSorted()).toEqual(tables.map((table) => getTableName(table)).toSorted());
  });

  it.each(tables.map((table) => [getTableName(table), table] as const))(
    "has the table %s as declared",
    async (name, table) => {
      expect(await migrated(name)).toEqual(declared(table));
    },
  );

  // drizzle-kit does not write the word: without it a column takes text for a number.
  it("has only STRICT tables", async () => {
    const loose = (await pragma(OWN_TABLES)).filter(({ strict }) => strict !== 1);
    expect(loose.map(({ name }) => name)).toEqual([]);
  });
});
