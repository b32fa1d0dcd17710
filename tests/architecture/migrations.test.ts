/** The next migration is generated from the snapshot of the last one, so migrations, snapshot and declared tables must match. */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import drizzleConfig from "../../drizzle.config.ts";

const MIGRATIONS = "worker/api/migrations";
const meta = readdirSync(`${MIGRATIONS}/meta`).sort();
const readMeta = (file: string) => JSON.parse(readFileSync(`${MIGRATIONS}/meta/${file}`, "utf8"));

const modules = globSync(String(drizzleConfig.schema)).map(
  (file): Promise<object> => import(`../../${file}`),
);
const tables = Object.assign({}, ...(await Promise.all(modules)));
const declared = await generateSQLiteDrizzleJson(tables);

it("the newest migration snapshot matches the table definitions, so `drizzle-kit generate` has nothing to do", async () => {
  const newest = readMeta(meta.findLast((name) => name.endsWith("_snapshot.json")) ?? "");
  expect(Object.keys(declared.tables).toSorted()).toEqual(Object.keys(newest.tables).toSorted());
  expect(await generateSQLiteMigration(newest, declared)).toEqual([]);
});

const OWN_TABLES =
  "pragma_table_list AS t WHERE t.type = 'table' AND t.schema = 'main' AND t.name NOT LIKE 'sqlite%'";
/** What drizzle declares: columns, keys, indexes, and what must be unique. Checks and triggers are by hand. */
const SHAPE = [
  // A rowid is never null, which SQLite leaves unsaid.
  `SELECT t.name AS of, c.name, upper(c.type) AS type, c."notnull" OR c.pk AS is_not_null, 
    CASE c.dflt_value WHEN 'false' THEN '0' WHEN 'true' THEN '1' ELSE c.dflt_value END AS dflt_value, c.pk
    FROM pragma_table_xinfo(t.name) AS c, ${OWN_TABLES} ORDER BY 1, 2`,
  `SELECT t.name AS of, f."from", f."table", f."to", f.on_delete
    FROM pragma_foreign_key_list(t.name) AS f, ${OWN_TABLES} ORDER BY 1, 2`,
  `SELECT t.name AS of, u.name FROM pragma_index_list(t.name) AS i, pragma_index_info(i.name) AS u, ${OWN_TABLES}
    AND i."unique" AND i.origin <> 'pk' ORDER BY 1, 2`,
  // drizzle-kit has an index of this name where the migrations have the word UNIQUE.
  "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND name NOT LIKE '%_unique' ORDER BY 1",
];

it("the migrations make the tables, columns and indexes that are declared, all of them STRICT", async () => {
  const migrated = new DatabaseSync(":memory:");
  for (const file of globSync(`${MIGRATIONS}/*.sql`).sort()) migrated.exec(readFileSync(file, "utf8"));
  const generated = new DatabaseSync(":memory:");
  for (const sql of await generateSQLiteMigration(await generateSQLiteDrizzleJson({}), declared))
    generated.exec(sql);
  for (const query of SHAPE) {
    const [found, expected] = [migrated, generated].map((db) => db.prepare(query).all().map(plainSql));
    expect(expected).not.toEqual([]);
    expect(found).toEqual(expected);
  }
  // drizzle-kit does not write the word: without it a column takes text for a number.
  expect(migrated.prepare(`SELECT name FROM ${OWN_TABLES} AND NOT t.strict`).all()).toEqual([]);
});

/** SQL without quotes and names of tables before those of columns. */
function plainSql({ sql, ...row }: Record<string, unknown>) {
  const plain = String(sql)
    .replaceAll(/[`"]/g, "")
    .replaceAll(/\b\w+\.(?=\w)/g, "");
  return { ...row, sql: plain.replaceAll(/\s+/g, " ").replaceAll(/,(?! )/g, ", ") };
}

it("the migrations' journal lists every migration file", () => {
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  const tags = readMeta("_journal.json").entries.map(({ tag }: { tag: string }) => `${tag}.sql`);
  expect(tags).toEqual(files.sort());
});
