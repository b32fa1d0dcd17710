/** Compares rows of the read models with what the entries say. */
import * as v from "valibot";
import { differenceOf } from "#shared/record/differences.ts";
import { comparePrices, type QuotePrices } from "#shared/record/price-rule.ts";
import type { ReplayState } from "#shared/record/replay.ts";
import { equityRowOf, signalRowOf, totalsRowOf, traderRowOf } from "#shared/record/stored-record.ts";
import { EMPTY_STANDING } from "#shared/record/trader-figures.ts";
import type { Checked } from "./checked-states.ts";
import { readJson } from "./stored-entry.ts";
import type { StoredFault } from "#worker/api/tables/ledger.ts";
import type { Query, Row } from "./run-queries.ts";

/** Which rows of the read models are read; `after` and `to` are numbers of entries. */
export interface RowsTask {
  readonly reading: string;
  readonly after: number;
  readonly to: number;
  readonly ids: readonly string[];
  readonly handles: readonly string[];
}

/** The rows of signals and traders, those that no entry up to `to` knows, and the totals: for `findRowsFault`. */
export function selectRows({ reading, after, to, ids, handles }: RowsTask): Query[] {
  const [idList, handleList] = [JSON.stringify(ids), JSON.stringify(handles)];
  return [
    {
      text: `SELECT signals.*, handle FROM signals LEFT JOIN traders ON traders.id = trader_id
        WHERE published_seq > ${after} AND published_seq <= ${to} OR signals.id IN (SELECT value FROM json_each(?))`,
      values: [idList],
    },
    {
      text: `SELECT traders.*, trader_equity.* FROM traders LEFT JOIN trader_equity ON trader_id = id
        WHERE handle IN (SELECT value FROM json_each(?))`,
      values: [handleList],
    },
    { text: `SELECT id AS key FROM signals WHERE published_seq NOT BETWEEN 1 AND ${to} LIMIT 1` },
    {
      text: `SELECT handle AS key FROM traders WHERE handle NOT IN (SELECT value FROM json_each(?))
        AND handle NOT IN (SELECT key FROM checked_states WHERE reading = '${reading}' AND kind = 'trader') LIMIT 1`,
      values: [handleList],
    },
    { text: "SELECT * FROM totals" },
  ];
}

export interface RowsVerdict {
  readonly fault: StoredFault | null;
  /** Those whose rows say that entries beyond `to` have changed them. */
  readonly due: ReadonlySet<Checked>;
}

/** Compares rows with states as of entry `to`; if it is the newest, no row may be due, and every row must have its entry. */
export function findRowsFault(
  [
    signalRows = [],
    traderRows = [],
    straySignals = [],
    strayTraders = [],
    totals = [],
  ]: readonly (readonly Row[])[],
  states: readonly Checked[],
  { state, isAtHead }: { readonly state: ReplayState; readonly isAtHead: boolean },
): RowsVerdict {
  const due = new Set<Checked>();
  const rows = new Map([
    ...signalRows.map((row) => [nameOf("signal", row["id"]), row] as const),
    ...traderRows.map((row) => [nameOf("trader", row["handle"]), row] as const),
  ]);
  const seq = state.head?.seq ?? 0;
  for (const one of states) {
    const row = rows.get(nameOf(one.kind, one.key));
    if (!isAtHead && row && lastSeqOf(one.kind, row) > seq) due.add(one);
    else {
      const fault = rowFault(one, row);
      if (fault) return { fault, due };
    }
  }
  const [signal] = [
    ...signalRows.filter((row) => !state.signals.has(String(row["id"]))).map(({ id: key }) => ({ key })),
    ...(isAtHead ? straySignals : []),
  ];
  if (signal) return { fault: noEntry("signals", signal), due };
  if (!isAtHead) return { fault: null, due };
  const [trader] = strayTraders;
  return { fault: trader ? noEntry("traders", trader) : totalsFault(totals, state), due };
}

function nameOf(kind: Checked["kind"], key: unknown): string {
  return `${kind} ${String(key)}`;
}

function noEntry(table: string, { key }: Row): StoredFault {
  return { kind: "no_entry", table, key: String(key) };
}

const SignalRow = v.looseObject({
  published_seq: v.number(),
  settled_seq: v.nullable(v.number()),
  corrected_seq: v.nullable(v.number()),
});
const TraderRow = v.looseObject({ last_seq: v.number() });

/** The newest entry that changed the row, as the row says. */
function lastSeqOf(kind: Checked["kind"], row: Row): number {
  if (kind === "trader") return v.parse(TraderRow, row).last_seq;
  const { published_seq, settled_seq, corrected_seq } = v.parse(SignalRow, row);
  return corrected_seq ?? settled_seq ?? published_seq;
}

function rowFault({ kind, key, state }: Checked, row: Row | undefined): StoredFault | null {
  const table = `${kind}s`;
  if (!row) return { kind: "no_row", table, key };
  if (kind === "signal") return differs(table, key, without(row, ["trader_id"]), signalRowOf(state));
  const byEntries = equityRowOf(state);
  const columns = Object.keys(byEntries);
  const others = ["id", "name", "folded", "trader_id", ...columns];
  const fault = differs(table, key, without(row, others), traderRowOf(state));
  if (fault) return fault;
  // A trader whose curve has not begun has no row there.
  const equity = row["trader_id"] === null ? equityRowOf({ ...state, ...EMPTY_STANDING }) : row;
  const found = Object.fromEntries(Object.entries(equity).filter(([column]) => columns.includes(column)));
  return differs("trader_equity", key, parsed(found), parsed(byEntries));
}

/** The rows of the quotes in the entries after `after` up to `to`, and those that no entry knows: for `findQuotesFault`. */
export function selectQuotes(quotes: QuotePrices, { after, to }: Pick<RowsTask, "after" | "to">): Query[] {
  // An asset may have spaces.
  const named = [...quotes.keys()].map((key) => [
    key.slice(0, key.indexOf(" ")),
    key.slice(key.indexOf(" ") + 1, key.lastIndexOf(" ")),
    key.slice(key.lastIndexOf(" ") + 1),
  ]);
  const select = "SELECT address || ' ' || asset || ' ' || at AS key, price FROM";
  return [
    {
      text: `${select} json_each(?) AS named
        JOIN quotes ON address = value ->> 0 AND asset = value ->> 1 AND at = value ->> 2 AND seq <= ${to}`,
      values: [JSON.stringify(named)],
    },
    { text: `${select} quotes WHERE seq > ${after} AND seq <= ${to}` },
    {
      text: `${select} quotes WHERE seq NOT BETWEEN 1 AND (SELECT coalesce(max(seq), 0) FROM ledger) LIMIT 1`,
    },
  ];
}

/** Compares the quotes in some entries with the prices in the first entries that had them. */
export function findQuotesFault(
  quotes: QuotePrices,
  [known = [], added = [], stray = []]: readonly (readonly Row[])[],
  isAtHead: boolean,
): StoredFault | null {
  const stored = new Map(known.map(({ key, price }) => [String(key), String(price)]));
  for (const [key, price] of quotes) {
    const first = stored.get(key);
    if (first === undefined) return { kind: "no_row", table: "quotes", key };
    if (comparePrices(first, price) !== 0) return differs("quotes", key, { price: first }, { price });
  }
  const [unknown] = [...added.filter(({ key }) => !quotes.has(String(key))), ...(isAtHead ? stray : [])];
  return unknown ? noEntry("quotes", unknown) : null;
}

function totalsFault([row, another]: readonly Row[], state: ReplayState): StoredFault | null {
  if (!row) return { kind: "no_row", table: "totals", key: "1" };
  if (another) return { kind: "no_entry", table: "totals", key: String(another["id"]) };
  return differs("totals", "1", row, totalsRowOf(state));
}

function differs(table: string, key: string, found: Row, expected: Row): StoredFault | null {
  const difference = differenceOf(found, expected);
  return difference && { kind: "differs", table, key, ...difference };
}

function parsed(row: Row): Row {
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, readJson(text)]));
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}
