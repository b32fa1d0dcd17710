/** Checks everything that is stored: the ledger, its tiles, and every row of the read models derived from it. */
import * as v from "valibot";
import { differenceOf, type Difference } from "#shared/differences.ts";
import { LedgerEntry } from "#shared/contracts/ledger.ts";
import { EMPTY_EQUITY_SERIES, equitySeriesText } from "#shared/equity-series.ts";
import { type ChainVerdict, type Flaw, type LedgerCheckpoint, verifyChain } from "#shared/ledger-chain.ts";
import { createReplay, type Replay, type ReplayState } from "#shared/replay.ts";
import type { Sha256 } from "#shared/merkle-tree.ts";
import type { Sha256Hex } from "#shared/sha256.ts";
import { equityRowOf, signalRowOf, totalsRowOf, traderRowOf } from "#shared/stored-record.ts";
import { createSeenCheck, findWitnessFault } from "./check-witnessed.ts";
import { createTileCheck } from "./check-log-tiles.ts";
import { CHECKED_ROWS_AT_ONCE } from "#shared/limits/ledger.ts";

/** The first fault: an entry, or a row that differs from the one derived from the entries. */
export type StoredFault =
  | { readonly kind: "broken"; readonly seq: number; readonly flaw: Flaw }
  | (RowName & { readonly kind: "no_entry" })
  | (RowName & { readonly kind: "no_row" })
  | (RowName & Difference & { readonly kind: "differs" });

interface RowName {
  readonly table: string;
  /** Id of the signal, handle of the trader. */
  readonly key: string;
}

export type StoredVerdict =
  | { readonly holds: true; readonly head: LedgerCheckpoint }
  | { readonly holds: false; readonly fault: StoredFault };

type Row = Readonly<Record<string, unknown>>;

/** Runs SELECTs in one transaction and returns the rows of each. */
export type SelectRows = (statements: readonly string[]) => Promise<readonly (readonly Row[])[]>;

/**
 * Reads the whole record, page by page, and keeps its signals and traders in memory. Entries written meanwhile are checked
 * together with the rows that they change.
 */
export async function checkStoredRecord(
  selectRows: SelectRows,
  sha256: Sha256Hex,
  sha256OfBytes: Sha256,
): Promise<StoredVerdict> {
  const replay = createReplay();
  const tiles = createTileCheck(sha256OfBytes);
  const seen = await createSeenCheck(selectRows, sha256OfBytes);
  const verdict = await verifyChain(ledgerEntries(selectRows, [tiles.add, seen.add]), { sha256, replay });
  if (!verdict.holds) return broken(verdict);
  const tileFault = await tiles.findFault(selectRows);
  if (tileFault) return { holds: false, fault: { kind: "differs", table: "log_tiles", ...tileFault } };
  for (const table of tablesOf(replay.state)) {
    const fault = await findRowFault(table, { selectRows, sha256, replay });
    if (fault) return { holds: false, fault };
  }
  const seenFault = (await seen.findFault()) ?? (await findWitnessFault(selectRows));
  if (seenFault) return { holds: false, fault: { kind: "differs", ...seenFault } };
  const { seq, hash } = replay.state.head ?? verdict.head;
  return { holds: true, head: { seq, hash } };
}

function broken({ seq, flaw }: Extract<ChainVerdict, { holds: false }>) {
  return { holds: false, fault: { kind: "broken", seq, flaw } } as const;
}

interface Table {
  readonly name: string;
  /** Up to the last condition of its WHERE. */
  readonly select: string;
  readonly orderedBy: string;
  /** Column that names a row. */
  readonly key: string;
  /** The columns of a row that are derived from the entries. */
  readonly told: (row: Row) => Row;
  /** Keys of the rows that exist by the entries. */
  readonly keys: Iterable<string | number>;
  /** The row derived from the entries; undefined if they have none. */
  readonly expected: (key: unknown) => Row | undefined;
}

function tablesOf(state: ReplayState): Table[] {
  const { traders, signals } = state;
  const traderOf = (handle: unknown) => traders.get(String(handle));
  return [
    {
      name: "signals",
      select: "SELECT signals.*, handle FROM signals LEFT JOIN traders ON traders.id = trader_id WHERE",
      orderedBy: "published_seq",
      key: "signals.id",
      told: (row) => without(row, ["trader_id"]),
      keys: signals.keys(),
      expected(id) {
        const signal = signals.get(String(id));
        return signal && signalRowOf(signal);
      },
    },
    {
      name: "traders",
      select: "SELECT * FROM traders WHERE",
      orderedBy: "id",
      key: "handle",
      told: (row) => without(row, ["id", "name", "folded"]),
      keys: traders.keys(),
      expected(handle) {
        const trader = traderOf(handle);
        return trader && traderRowOf(trader);
      },
    },
    {
      name: "trader_equity",
      select: `SELECT id, handle, coalesce(series, '${NO_ROW.series}') AS series,
          coalesce(confidences, '${NO_ROW.confidences}') AS confidences
        FROM traders LEFT JOIN trader_equity ON trader_id = id WHERE`,
      orderedBy: "id",
      key: "handle",
      told: parsedEquity,
      keys: traders.keys(),
      expected(handle) {
        const trader = traderOf(handle);
        return trader && parsedEquity(equityRowOf(trader));
      },
    },
    {
      name: "totals",
      select: "SELECT * FROM totals WHERE",
      orderedBy: "id",
      key: "id",
      told: (row) => row,
      keys: [1],
      expected: () => totalsRowOf(state),
    },
  ];
}

/** Values of a trader without a row in `trader_equity`. */
const NO_ROW = { series: equitySeriesText(EMPTY_EQUITY_SERIES), confidences: "[]" };

function parsedEquity({ series, confidences }: Row): Row {
  return { series: readJson(series), confidences: readJson(confidences) };
}

/** A text that is not JSON stays a text, and so differs from what the entries give. */
function readJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return text;
  }
}

interface Check {
  readonly selectRows: SelectRows;
  readonly sha256: Sha256Hex;
  readonly replay: Replay;
}

async function findRowFault(table: Table, check: Check): Promise<StoredFault | null> {
  const { name, select, orderedBy, key, keys } = table;
  const column = key.replace(/^.*\./, "");
  // Copied before the replay takes in what is written meanwhile.
  const byEntries = [...keys];
  const seen = new Set<unknown>();
  for await (const row of rowsBy(orderedBy, select, check.selectRows)) {
    const id = row[column];
    seen.add(id);
    if (rowFault(table, id, row) === null) continue;
    const fault = await faultNow(table, id, check);
    if (fault) return fault;
  }
  const missing = byEntries.find((id) => !seen.has(id));
  return missing === undefined ? null : { kind: "no_row", table: name, key: String(missing) };
}

function rowFault({ name: table, told, expected }: Table, id: unknown, row: Row): StoredFault | null {
  const key = String(id);
  const byEntries = expected(id);
  if (!byEntries) return { kind: "no_entry", table, key };
  const difference = differenceOf(told(row), byEntries);
  return difference && { kind: "differs", table, key, ...difference };
}

/**
 * The fault of a row that was read after the replay's head: compared again with the entries since, and the row read at the
 * same moment.
 */
async function faultNow(table: Table, id: unknown, { selectRows, sha256, replay }: Check) {
  const after = replay.state.head?.seq ?? 0;
  const [entries = [], [row] = []] = await selectRows([
    `${SELECT_LEDGER} seq > ${after} ORDER BY seq`,
    `${table.select} ${table.key} = '${String(id).replaceAll("'", "''")}'`,
  ]);
  const verdict = await verifyChain(entries.map(toEntry), { sha256, replay });
  if (!verdict.holds) return broken(verdict).fault;
  return row ? rowFault(table, id, row) : ({ kind: "no_row", table: table.name, key: String(id) } as const);
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}

/** The rows of a SELECT that ends in a WHERE clause, page by page, ordered by a column of integers above 0. */
async function* rowsBy(column: string, select: string, selectRows: SelectRows): AsyncGenerator<Row> {
  const Numbered = v.object({ [column]: v.number() });
  for (let after = 0; ;) {
    const [rows = []] = await selectRows([
      `${select} ${column} > ${after} ORDER BY ${column} LIMIT ${CHECKED_ROWS_AT_ONCE}`,
    ]);
    for (const row of rows) {
      after = v.parse(Numbered, row)[column] ?? after;
      yield row;
    }
    if (rows.length < CHECKED_ROWS_AT_ONCE) return;
  }
}

const SELECT_LEDGER = "SELECT seq, at, clock_at, kind, signal_id, payload, prev_hash, hash FROM ledger WHERE";

async function* ledgerEntries(
  selectRows: SelectRows,
  takers: readonly ((entry: LedgerEntry) => void | Promise<void>)[],
): AsyncGenerator<Row> {
  for await (const row of rowsBy("seq", SELECT_LEDGER, selectRows)) {
    const entry = toEntry(row);
    yield entry;
    // After it has been verified.
    const held = v.parse(LedgerEntry, entry);
    for (const take of takers) await take(held);
  }
}

const LedgerRow = v.looseObject({ at: v.number(), clock_at: v.number(), payload: v.string() });

/**
 * An entry in the form in which the API publishes it; a value that cannot be parsed stays as stored, which makes the entry
 * malformed.
 */
function toEntry(row: Row): Row {
  const { at, clock_at, payload, ...entry } = v.parse(LedgerRow, row);
  return { ...entry, at: isoTime(at), clock_at: isoTime(clock_at), payload: readJson(payload) };
}

function isoTime(atMs: number): string {
  const time = new Date(atMs);
  return Number.isNaN(time.getTime()) ? String(atMs) : time.toISOString();
}
