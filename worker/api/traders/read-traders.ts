/** Reading traders and totals: at most one query each; statistics come from the stored tally, never from signals. */
import * as v from "valibot";
import type {
  Summary,
  Trader,
  TraderDetail,
  TraderPage,
  TraderQuery,
  TraderSort,
  TraderSortKey,
} from "#shared/contracts/traders.ts";
import { parseEquitySeries } from "#shared/equity-series.ts";
import { statisticsOf } from "#shared/statistics.ts";
import { publishedCount } from "#shared/tally.ts";
import { HEAD_COLUMNS, IS_HEAD, parseHead } from "#worker/api/ledger/index.ts";
import { parseTally, TALLY_COLUMNS } from "./tally-row.ts";

const TraderRow = v.object({
  handle: v.string(),
  name: v.string(),
  joined_at: v.number(),
  retired_at: v.nullable(v.number()),
});

/** Columns of `toTrader`, for SELECT from `traders`. */
export const TRADER_COLUMNS = `traders.id, handle, name, joined_at, retired_at, ${TALLY_COLUMNS}`;

type SortColumn = "rank_low" | "handle" | "joined_at" | "settled" | "win_rate" | "net" | "max_drawdown";

/** Each column has an index of its own in 0002_record.sql, which ends in the id. */
const SORT_COLUMNS: Readonly<Record<TraderSortKey, SortColumn>> = {
  rank: "rank_low",
  handle: "handle",
  joined_at: "joined_at",
  settled: "settled",
  win_rate: "win_rate",
  net: "net",
  max_drawdown: "max_drawdown",
};

/** Beyond every value a sort column can hold, below and above. */
const EDGES = { text: { lowest: "", highest: "~" }, number: { lowest: -1e300, highest: 1e300 } } as const;

interface TraderOrder {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** Column and direction of a `sort` value. */
function orderOf(sort: TraderSort): TraderOrder {
  const isDescending = sort.startsWith("-");
  const key = isDescending ? sort.slice(1) : sort;
  const column = Object.entries(SORT_COLUMNS).find(([name]) => name === key)?.[1] ?? "rank_low";
  return { column, isDescending };
}

/** SQL of a page: parameters are the value and id to start after, and the limit. */
export function selectTraders(sort: TraderSort): string {
  const { column, isDescending } = orderOf(sort);
  const [beyond, direction] = isDescending ? ["<", "DESC"] : [">", "ASC"];
  return `SELECT ${TRADER_COLUMNS}, ${column} AS sort_value FROM traders WHERE (${column}, id) ${beyond} (?1, ?2)
    ORDER BY ${column} ${direction}, id ${direction} LIMIT ?3`;
}

/** One page of traders, retired ones included. */
export async function listTraders(db: D1Database, { sort, cursor, limit }: TraderQuery): Promise<TraderPage> {
  const order = orderOf(sort);
  const start = cursor
    ? { ...cursor, value: order.column === "handle" ? cursor.value : Number(cursor.value) }
    : firstStart(order);
  const { results } = await db
    .prepare(selectTraders(sort))
    .bind(start.value, start.id, limit + 1)
    .all();
  return {
    results: results.slice(0, limit).map(toTrader),
    next: results.length > limit ? cursorAt(results[limit - 1]) : null,
  };
}

export const SELECT_TRADER = `SELECT ${TRADER_COLUMNS}, series
  FROM traders LEFT JOIN trader_equity ON trader_equity.trader_id = traders.id WHERE handle = ?1`;

/** One trader with its equity series, or null. */
export async function showTrader(db: D1Database, handle: string): Promise<TraderDetail | null> {
  const row = await db.prepare(SELECT_TRADER).bind(handle).first();
  if (row === null) return null;
  const { series } = v.parse(v.object({ series: v.nullable(v.string()) }), row);
  const equity = parseEquitySeries(series).points.map(({ settled, atMs, equity, drawdown }) => ({
    settled,
    at: new Date(atMs).toISOString(),
    equity,
    drawdown,
  }));
  return { ...toTrader(row), equity };
}

/** One statement, so that a page which shows more than the summary still asks no more than twice. */
export const SELECT_SUMMARY = `SELECT traders, retired_traders, ${TALLY_COLUMNS}, ${HEAD_COLUMNS}
  FROM totals LEFT JOIN ledger ON ${IS_HEAD} WHERE totals.id = 1`;

/** Totals over every trader, with the ledger's head of the same moment. */
export async function summarise(db: D1Database): Promise<Summary> {
  const row = await db.prepare(SELECT_SUMMARY).first();
  const counts = v.parse(v.object({ traders: v.number(), retired_traders: v.number() }), row);
  const { seq } = v.parse(v.object({ seq: v.nullable(v.number()) }), row);
  const tally = parseTally(row);
  const head = parseHead(seq === null ? [] : [row]);
  return {
    ...counts,
    signals: publishedCount(tally),
    statistics: statisticsOf(tally),
    head: head.at === null ? null : { seq: head.seq, at: head.at, hash: head.hash },
  };
}

/** A trader as everyone sees it, without its equity. */
export function toTrader(row: unknown): Trader {
  const { handle, name, joined_at, retired_at } = v.parse(TraderRow, row);
  return {
    handle,
    name,
    joined_at: new Date(joined_at).toISOString(),
    retired_at: retired_at === null ? null : new Date(retired_at).toISOString(),
    statistics: statisticsOf(parseTally(row)),
  };
}

function cursorAt(row: unknown): string {
  const { sort_value, id } = v.parse(
    v.object({ sort_value: v.union([v.string(), v.number()]), id: v.number() }),
    row,
  );
  return `${sort_value},${id}`;
}

function firstStart({ column, isDescending }: TraderOrder): { value: string | number; id: number } {
  const edges = column === "handle" ? EDGES.text : EDGES.number;
  return isDescending
    ? { value: edges.highest, id: Number.MAX_SAFE_INTEGER }
    : { value: edges.lowest, id: 0 };
}
