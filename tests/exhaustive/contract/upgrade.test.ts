/** A database of an earlier version is migrated without losing data. */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { sortFiguresOf, wilsonInterval } from "#shared/statistics.ts";
import { EMPTY_TALLY, type Tally } from "#shared/tally.ts";
import { checkDatabase } from "#worker/local/check-database.ts";

const MIGRATIONS = new URL("../../../worker/api/migrations/", import.meta.url);

/** Columns that a later version works out in another way; the check of the database below compares them with the entries. */
const REDEFINED: Readonly<Record<string, string>> = { traders: "rank_low" };

const FILES = readdirSync(MIGRATIONS)
  .filter((name) => name.endsWith(".sql"))
  .sort();

/** What three versions have written: every table that they write, every kind of entry, every outcome. */
it.each([
  ["0010_acts_on_accounts.sql", "database-0010.sql"],
  ["0012_idempotency_keys.sql", "database-0012.sql"],
  ["0019_witnessed_in_time.sql", "database-0019.sql"],
])("migrating a database at %s keeps every row, a valid ledger and its triggers", async (newest, rows) => {
  const db = new DatabaseSync(":memory:");
  migrate(db, (name) => name <= newest);
  const triggers = triggersOf(db);
  // They would see rows that stand already come in another order.
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  db.exec(readFileSync(new URL(`../../contract/${rows}`, import.meta.url), "utf8"));
  for (const { sql } of triggers) db.exec(sql);
  const before = contentsOf(db);
  const isWritten = (table: string) => newest < "0015" || table !== "ingest_failures";
  for (const [table, rows] of before) if (isWritten(table)) expect(rows.length, table).toBeGreaterThan(0);

  migrate(db, (name) => name > newest);

  const after = contentsOf(db);
  for (const [table, rows] of before) {
    // Columns may have been added.
    const kept = rows.map((row) => without(row, REDEFINED[table]));
    expect(plain(after.get(table)), table).toMatchObject(plain(kept));
  }
  if (newest < "0015") expectRefusedInInbox(db, before.get("ingest_failures") ?? []);
  // Nobody is told of what was published before.
  expect(plain(db.prepare("SELECT seq FROM push_progress").all())).toEqual(
    plain(db.prepare("SELECT max(seq) AS seq FROM ledger").all()),
  );
  expect(plain(db.prepare("SELECT DISTINCT is_muted FROM follows").all())).toEqual([{ is_muted: 0 }]);
  const head = db.prepare("SELECT seq, hash FROM ledger ORDER BY seq DESC LIMIT 1").get();
  expect(await checkDatabase(db)).toEqual({ ...head });
  expect(db.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(() => db.exec("DELETE FROM ledger WHERE seq = 1")).toThrow("append-only");
  expect(() => db.exec("UPDATE signals SET outcome = 'won' WHERE outcome = 'lost'")).toThrow("for good");
});

/** What was refused before there was an inbox is in it. */
function expectRefusedInInbox(db: DatabaseSync, failures: readonly Record<string, unknown>[]): void {
  const refused = db.prepare(
    `SELECT key_id, received_at, code, detail, body AS excerpt, request_id FROM ingest_messages WHERE state = 'refused'`,
  );
  expect(plain(refused.all())).toEqual(plain(failures.map(({ seq: _seq, ...row }) => row)));
}

function triggersOf(db: DatabaseSync): { readonly name: string; readonly sql: string }[] {
  return db
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
    .all()
    .map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

it("the migration computes each trader's rank and edge exactly as the code does", () => {
  const db = new DatabaseSync(":memory:");
  migrate(db, (name) => name < "0013");
  const tallies = someTallies();
  const insert = db.prepare(
    `INSERT INTO traders (handle, name, joined_at, won, lost, draw, gains, squared_gains, net, rank_low)
     VALUES (?, 'Name', 0, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [index, { won, lost, draw, gains, squared_gains, net }] of tallies.entries()) {
    // As every version before has written it.
    const low = wilsonInterval(won, won + lost)?.low ?? -1;
    insert.run(`trader-${index}`, won, lost, draw, gains, squared_gains, net, low);
  }

  migrate(db, (name) => name >= "0013");

  const rows = db.prepare("SELECT rank_low, edge_z FROM traders ORDER BY id").all();
  for (const [index, tally] of tallies.entries()) {
    const { rank_low, edge_z } = sortFiguresOf(tally);
    expect({ ...rows[index] }, JSON.stringify(tally)).toEqual({ rank_low, edge_z });
  }
  expect(rows.filter(({ edge_z }) => edge_z !== null).length).toBeGreaterThan(400);
});

function migrate(db: DatabaseSync, isMeant: (name: string) => boolean): void {
  for (const name of FILES.filter(isMeant)) db.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
}

/** Of every length about the limit, without a win, without a loss, and of thousands at all kinds of payouts. */
function someTallies(): Tally[] {
  const counts = [0, 1, 7, 14, 15, 16, 29, 30, 31, 100, 999];
  const pairs = counts.flatMap((won) => counts.map((lost) => ({ won, lost })));
  return pairs.flatMap(({ won, lost }) =>
    [1, 4999, 8500, 8765, 20_000].map((payout, draw): Tally => {
      // Two payouts, so that no mean is a round number.
      const rest = Math.floor(won / 3);
      const gains = (won - rest) * payout + rest * 9100;
      const squared_gains = (won - rest) * payout ** 2 + rest * 9100 ** 2;
      const net = gains - lost * 10_000;
      return Object.assign({}, EMPTY_TALLY, { won, lost, draw, gains, squared_gains, net });
    }),
  );
}

/** Rows of each table. */
function contentsOf(db: DatabaseSync): Map<string, Record<string, unknown>[]> {
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
  );
  return new Map(
    tables.all().map(({ name }) => [String(name), db.prepare(`SELECT * FROM ${String(name)}`).all()]),
  );
}

function without(row: Record<string, unknown>, column: string | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
}

/** Without the prototype that SQLite's rows lack. */
function plain(rows: unknown): object[] {
  return JSON.parse(JSON.stringify(rows ?? []));
}
