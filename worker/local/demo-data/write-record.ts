/** Writes seed data into an empty record. */
import type { D1Database } from "@cloudflare/workers-types";
import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { ledger } from "#worker/api/tables/ledger.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { totals, traderEquity, traders } from "#worker/api/tables/traders.ts";
import { generateSeedEvents, type SeedEvent, type SeedOptions } from "./seed-events.ts";
import { seedRows } from "./seed-rows.ts";

/** A statement with one parameter: rows as a JSON array, or one row as a JSON object. */
export interface SeedStatement {
  readonly sql: string;
  readonly json: string;
}

/** True if nothing was ever put on the record. */
export async function isRecordEmpty(db: D1Database): Promise<boolean> {
  return (await db.prepare("SELECT 1 FROM ledger WHERE seq = 1").first()) === null;
}

/**
 * Fills the record of a local database, page by page; each page is one transaction. Returns false, without writing anything,
 * if there is a record already, because seed data cannot be appended to it. 2,000 signals take about a second.
 */
export async function seedRecord(db: D1Database, options: SeedOptions): Promise<boolean> {
  if (!(await isRecordEmpty(db))) return false;
  await writeEvents(db, generateSeedEvents(options));
  return true;
}

/** Writes events, in order of time, into an empty record. */
export async function writeEvents(db: D1Database, events: Iterable<SeedEvent>): Promise<void> {
  for (const statements of eventStatements(events)) {
    await db.batch(statements.map(({ sql, json }) => db.prepare(sql).bind(json)));
  }
}

/** The statements of every page; those of one page belong together in one transaction. */
export function seedStatements(options: SeedOptions): Generator<readonly SeedStatement[]> {
  return eventStatements(generateSeedEvents(options));
}

function* eventStatements(events: Iterable<SeedEvent>): Generator<readonly SeedStatement[]> {
  const pages = seedRows(events);
  let page = pages.next();
  for (; !page.done; page = pages.next()) {
    const rows = page.value;
    yield [
      ...insert(ledger, rows.ledger),
      ...insert(traders, rows.traders),
      ...insert(signals, rows.signals),
    ];
  }
  const summary = page.value;
  yield [
    ...update(traders, summary.traders),
    ...insert(traderEquity, summary.traderEquity),
    ...update(totals, [{ id: 1, ...summary.totals }]),
  ];
}

/** One INSERT for all rows; the ledger's trigger sees them in order. Column names come from the code, never from data. */
function insert<Table extends SQLiteTable>(
  table: Table,
  rows: readonly Table["$inferInsert"][],
): SeedStatement[] {
  const [first] = rows;
  if (!first) return [];
  const names = Object.keys(first);
  const columns = new Map(Object.entries(getTableColumns(table)));
  const stored = (row: Table["$inferInsert"]) =>
    Object.entries(row).map(([name, value]) =>
      value === null ? null : columns.get(name)?.mapToDriverValue(value),
    );
  const values = names.map((_, index) => `value ->> ${index}`);
  return [
    {
      sql: `INSERT INTO ${getTableName(table)} (${names.join(", ")}) SELECT ${values.join(", ")} FROM json_each(?1) ORDER BY key`,
      json: JSON.stringify(rows.map(stored)),
    },
  ];
}

/** One UPDATE for each row, found by its `id`. */
function update(
  table: SQLiteTable,
  rows: readonly Readonly<Record<string, string | number | null>>[],
): SeedStatement[] {
  return rows.map((row) => {
    const assignments = Object.keys(row)
      .filter((name) => name !== "id")
      .map((name) => `${name} = ?1 ->> '${name}'`);
    return {
      sql: `UPDATE ${getTableName(table)} SET ${assignments.join(", ")} WHERE id = ?1 ->> 'id'`,
      json: JSON.stringify(row),
    };
  });
}
