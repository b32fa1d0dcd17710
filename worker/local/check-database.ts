/** Whether a database holds: its ledger, and the read models that follow from it. */
import { differenceOf } from "#shared/differences.ts";
import { EMPTY_EQUITY_SERIES, equitySeriesText } from "#shared/equity-series.ts";
import { type LedgerCheckpoint, verifyChain } from "#shared/ledger-chain.ts";
import { createReplay, type ReplayState } from "#shared/replay.ts";
import { equityRowOf, signalRowOf, totalsRowOf, traderRowOf } from "#shared/stored-record.ts";
import { flawWords, sha256 } from "./fault-words.ts";
import { ledgerOfDatabase, rowsBy, type SelectRows } from "./ledger-source.ts";

/** The head of a database that holds; rejects with the first entry, or the first column of a row, that does not. */
export async function checkDatabase(selectRows: SelectRows): Promise<LedgerCheckpoint> {
  const replay = createReplay();
  const verdict = await verifyChain(ledgerOfDatabase(selectRows), { sha256, replay });
  if (!verdict.holds) throw new Error(flawWords(verdict.seq, verdict.flaw));
  for (const table of tablesOf(replay.state)) await checkTable(table, selectRows);
  return verdict.head;
}

type Row = Readonly<Record<string, unknown>>;

interface Table {
  readonly name: string;
  /** Up to the last condition of its WHERE. */
  readonly select: string;
  readonly orderedBy: string;
  /** Column that names a row. */
  readonly key: string;
  /** What of a row the entries say. */
  readonly told: (row: Row) => Row;
  /** Keys of the rows that there are by the entries. */
  readonly keys: Iterable<unknown>;
  /** The row by the entries; undefined where they have none. */
  readonly expected: (key: unknown) => Row | undefined;
}

function tablesOf({ traders, signals, totals, head }: ReplayState): Table[] {
  const traderOf = (handle: unknown) => traders.get(String(handle));
  return [
    {
      name: "signals",
      select: "SELECT signals.*, handle FROM signals LEFT JOIN traders ON traders.id = trader_id WHERE",
      orderedBy: "published_seq",
      key: "id",
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
      told: (row) => without(row, ["id", "name"]),
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
      expected: () => totalsRowOf({ totals, head }),
    },
  ];
}

/** What a trader without a row in `trader_equity` has. */
const NO_ROW = { series: equitySeriesText(EMPTY_EQUITY_SERIES), confidences: "[]" };

function parsedEquity({ series, confidences }: Row): Row {
  return { series: JSON.parse(String(series)), confidences: JSON.parse(String(confidences)) };
}

/** Rejects with the first row that is not as the entries make it. */
async function checkTable(table: Table, selectRows: SelectRows): Promise<void> {
  const { name, select, orderedBy, key, told, keys, expected } = table;
  const unseen = new Set(keys);
  for await (const row of rowsBy(orderedBy, select, selectRows)) {
    const id = row[key];
    const byEntries = expected(id);
    if (!byEntries) throw new Error(`${name} ${String(id)}: no entry of the ledger has it.`);
    const difference = differenceOf(told(row), byEntries);
    if (difference) {
      const { place, found, expected: inEntries } = difference;
      throw new Error(
        `${name} ${String(id)} does not follow from the ledger: ` +
          `${place} is ${JSON.stringify(found)}, but ${JSON.stringify(inEntries)} by its entries.`,
      );
    }
    unseen.delete(id);
  }
  for (const id of unseen) throw new Error(`${name} ${String(id)} is on the ledger, but has no row.`);
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}
