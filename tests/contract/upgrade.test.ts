/** A database of an earlier version is migrated: what stood in it still stands. */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { checkDatabase } from "#worker/local/check-database.ts";

const MIGRATIONS = new URL("../../worker/api/migrations/", import.meta.url);

/** What two versions have written: every table, every kind of entry, every outcome. */
it.each([
  ["0010_acts_on_accounts.sql", "database-0010.sql"],
  ["0012_idempotency_keys.sql", "database-0012.sql"],
])("a database at %s keeps every row, a ledger that holds, and what protects it", async (newest, rows) => {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const db = new DatabaseSync(":memory:");
  const migrate = (names: readonly string[]) => {
    for (const name of names) db.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
  };
  migrate(files.filter((name) => name <= newest));
  db.exec(readFileSync(new URL(rows, import.meta.url), "utf8"));
  const before = contentsOf(db);
  for (const [table, rows] of before) expect(rows.length, table).toBeGreaterThan(0);

  migrate(files.filter((name) => name > newest));

  const after = contentsOf(db);
  for (const [table, rows] of before) {
    // Columns may have been added.
    expect(plain(after.get(table)), table).toMatchObject(plain(rows));
  }
  const head = db.prepare("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1").get();
  expect(await checkDatabase(db)).toEqual({ ...head });
  expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(() => db.exec("DELETE FROM ledger WHERE seq = 1")).toThrow("append-only");
  expect(() => db.exec("UPDATE signals SET outcome = 'won' WHERE outcome = 'lost'")).toThrow("for good");
});

/** Rows of each table. */
function contentsOf(db: DatabaseSync): Map<string, Record<string, unknown>[]> {
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  return new Map(
    tables.all().map(({ name }) => [String(name), db.prepare(`SELECT * FROM ${String(name)}`).all()]),
  );
}

/** Without the prototype that SQLite's rows lack. */
function plain(rows: unknown): object[] {
  return JSON.parse(JSON.stringify(rows ?? []));
}
