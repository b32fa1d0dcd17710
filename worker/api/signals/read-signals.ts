/** Reading signals: one query a page, through the one index made for its filters. */
import * as v from "valibot";
import type { SignalDetail, SignalFilters, SignalPage } from "#shared/contracts/signals.ts";
import { entriesOfSignal } from "#worker/api/ledger/index.ts";
import { parseSignalRow, SIGNAL_COLUMNS } from "./signal-row.ts";

export interface SignalSelection extends SignalFilters {
  /** Only signals published before this one. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** Column of a page's rows, from which it says as of when it was read. */
export const HEAD_SEQ = "(SELECT max(seq) FROM ledger) AS head_seq";

const HeadSeq = v.object({ head_seq: v.number() });

/** Rows that were asked for with one above the limit, newest first; `next` is the cursor of the page after it. */
export function toSignalPage(rows: readonly unknown[], limit: number): SignalPage {
  const signals = rows.slice(0, limit).map(parseSignalRow);
  const last = signals.at(-1);
  return {
    results: signals,
    next: rows.length > limit && last ? String(last.published_seq) : null,
    ...(last && { seq: v.parse(HeadSeq, rows[0]).head_seq }),
  };
}

const JOIN_TRADER = "JOIN traders ON traders.id = signals.trader_id";

/**
 * SQL and parameters of a page. A period is turned into a range of `published_seq`, which rises with `published_at`, so
 * that it narrows the same index as every other filter. `INDEXED BY` makes the plan a promise: a missing index is an
 * error, not a scan.
 */
export function selectSignals(selection: SignalSelection): { sql: string; values: (string | number)[] } {
  const { trader, asset, outcome, from, to, cursor = Number.MAX_SAFE_INTEGER, limit } = selection;
  const values: (string | number)[] = [];
  const bind = (value: string | number) => `?${values.push(value)}`;
  const start = bind(cursor);
  // One upper bound only: of two, SQLite searches by the first and walks to the second.
  const before =
    to === undefined
      ? start
      : `min(${start}, coalesce(${firstPublishedFrom(bind(to))}, ${Number.MAX_SAFE_INTEGER}))`;
  const conditions = [`published_seq < ${before}`];
  if (trader !== undefined)
    conditions.push(`trader_id = (SELECT id FROM traders WHERE handle = ${bind(trader)})`);
  if (asset !== undefined) conditions.push(`asset = ${bind(asset)}`);
  if (outcome !== undefined) conditions.push(`outcome = ${bind(outcome)}`);
  if (from !== undefined) conditions.push(`published_seq >= ${firstPublishedFrom(bind(from))}`);
  const sql = `SELECT ${SIGNAL_COLUMNS}, ${HEAD_SEQ} FROM signals ${indexFor(selection)} ${JOIN_TRADER}
    WHERE ${conditions.join(" AND ")} ORDER BY published_seq DESC LIMIT ${bind(limit)}`;
  return { sql, values };
}

export async function listSignals(db: D1Database, selection: SignalSelection): Promise<SignalPage> {
  const { sql, values } = selectSignals({ ...selection, limit: selection.limit + 1 });
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all();
  return toSignalPage(results, selection.limit);
}

export const SELECT_SIGNAL = `SELECT ${SIGNAL_COLUMNS} FROM signals ${JOIN_TRADER} WHERE signals.id = ?1`;

/** One signal with its ledger entries, or null. */
export async function showSignal(db: D1Database, id: string): Promise<SignalDetail | null> {
  const [found, entries] = await db.batch([
    db.prepare(SELECT_SIGNAL).bind(id),
    entriesOfSignal.select(db, id),
  ]);
  const row = found?.results[0];
  return row === undefined
    ? null
    : { ...parseSignalRow(row), entries: entriesOfSignal.parse(entries?.results ?? []) };
}

function firstPublishedFrom(parameter: string): string {
  return `(SELECT published_seq FROM signals INDEXED BY signals_by_published_at
    WHERE published_at >= ${parameter} ORDER BY published_at, published_seq LIMIT 1)`;
}

function indexFor(filters: SignalFilters): string {
  const parts = (["trader", "asset", "outcome"] as const).filter((name) => filters[name] !== undefined);
  return parts.length === 0 ? "" : `INDEXED BY signals_by_${parts.join("_")}`;
}
