/** Reading traders and totals: one round trip each; statistics come from the stored tally, never from signals. */
import { asc, desc, eq, sql } from "drizzle-orm";
import type {
  Summary,
  Trader,
  TraderDetail,
  TraderDetailQuery,
  TraderPage,
  TraderQuery,
  TraderSort,
  TraderSortKey,
} from "#shared/contracts/traders.ts";
import type { Looks } from "#shared/many-looks.ts";
import { detailOf } from "#shared/published-record.ts";
import { statisticsOf } from "#shared/statistics.ts";
import { publishedCount } from "#shared/tally.ts";
import type { Database } from "#worker/api/database.ts";
import { headFields, isHead, selectHeadSeq, toHead } from "#worker/api/ledger/index.ts";
import { ledger } from "#worker/api/ledger/tables.ts";
import { selectLooks, toLooks } from "./read-looks.ts";
import { totals, totalsFields, traderFields, traders } from "./tables.ts";
import { selectWitnessedEntries, standingOf } from "./witnessed-standing.ts";
import { selectTraderByHandle, toTraderRecord, type TraderRow } from "./trader-record.ts";

type SortColumn = "rank_low" | "handle" | "joined_at" | "settled" | "win_rate" | "net" | "max_drawdown";

/** Each column has an index of its own, which ends in the id. */
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

interface TraderStart {
  readonly value: string | number;
  readonly id: number;
}

/** Statement for a page: up to `limit` traders beyond a value and an id. */
export function selectTraders(db: Database, sort: TraderSort, start: TraderStart | null, limit: number) {
  const order = orderOf(sort);
  const column = traders[order.column];
  const { value, id } = start ?? firstStart(order);
  const beyond = order.isDescending ? sql.raw("<") : sql.raw(">");
  const direction = order.isDescending ? desc : asc;
  return (
    db
      // Under a name of its own: of two columns with one name, a batch of D1 gives only one.
      .select({ ...traderFields, sort_value: sql<string | number>`${column}`.as("sort_value") })
      .from(traders)
      .where(sql`(${column}, ${traders.id}) ${beyond} (${value}, ${id})`)
      .orderBy(direction(column), direction(traders.id))
      .limit(limit)
  );
}

/** One page of traders, retired ones included. */
export async function listTraders(db: Database, { sort, cursor, limit }: TraderQuery): Promise<TraderPage> {
  const isOfText = orderOf(sort).column === "handle";
  const start = cursor ? { ...cursor, value: isOfText ? cursor.value : Number(cursor.value) } : null;
  const [[head], rows, ...found] = await db.batch([
    selectHeadSeq(db),
    selectTraders(db, sort, start, limit + 1),
    ...selectLooks(db),
  ]);
  const looks = toLooks(found);
  const last = rows[limit - 1];
  return {
    results: rows.slice(0, limit).map((row) => toTrader(row, looks)),
    next: rows.length > limit && last ? `${last.sort_value},${last.id}` : null,
    looked_at: looks.lookedAt,
    as_of_seq: head?.seq ?? 0,
  };
}

/** One trader with its equity series, or null; by only some of the signals where the query says so. */
export async function showTrader(
  db: Database,
  handle: string,
  { witnessed }: TraderDetailQuery = {},
): Promise<TraderDetail | null> {
  const [[head], [row], ...found] = await db.batch([
    selectHeadSeq(db),
    selectTraderByHandle(db, handle),
    ...selectLooks(db),
    ...(witnessed ? [selectWitnessedEntries(db, handle)] : []),
  ]);
  if (!row) return null;
  const looks = toLooks(found);
  const standing = witnessed ? standingOf(found[2] ?? []) : toTraderRecord(row);
  return {
    ...toTrader(row, looks),
    statistics: statisticsOf(standing.tally, looks.leastEdge),
    ...detailOf(standing),
    looked_at: looks.lookedAt,
    as_of_seq: head?.seq ?? 0,
  };
}

/** One statement, so that a page which shows more than the summary still asks no more than twice. */
export function selectSummary(db: Database) {
  return db
    .select({ ...totalsFields, head: headFields })
    .from(totals)
    .leftJoin(ledger, isHead)
    .where(eq(totals.id, 1));
}

/** Totals over every trader, with the ledger's head of the same moment. */
export async function summarise(db: Database): Promise<Summary> {
  const row = await selectSummary(db).get();
  if (!row) throw new Error("the totals are gone");
  const { traders, retired_traders, tally } = row;
  const head = toHead(row.head);
  return {
    traders,
    retired_traders,
    signals: publishedCount(tally),
    statistics: statisticsOf(tally),
    head: head.at === null ? null : { seq: head.seq, at: head.at, hash: head.hash },
  };
}

/** A trader as everyone sees it, without its equity. */
export function toTrader(
  {
    handle,
    name,
    joined_at,
    retired_at,
    tally,
    witnessed_in_time,
  }: Omit<TraderRow, "series" | "confidences">,
  { leastEdge }: Looks,
): Trader {
  return {
    handle,
    name,
    joined_at: new Date(joined_at).toISOString(),
    retired_at: retired_at === null ? null : new Date(retired_at).toISOString(),
    statistics: statisticsOf(tally, leastEdge),
    witnessed:
      witnessed_in_time === null ? null : { in_time: witnessed_in_time, published: publishedCount(tally) },
  };
}

function firstStart({ column, isDescending }: TraderOrder): TraderStart {
  const edges = column === "handle" ? EDGES.text : EDGES.number;
  return isDescending
    ? { value: edges.highest, id: Number.MAX_SAFE_INTEGER }
    : { value: edges.lowest, id: 0 };
}
