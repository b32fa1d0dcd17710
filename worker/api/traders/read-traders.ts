/** Reads traders and totals: one round trip each; statistics come from the stored tally, never from signals. */
import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import {
  type Summary,
  TRADER_SORT_KEYS,
  type TraderDetail,
  type TraderDetailQuery,
  type TraderPage,
  type TraderSort,
  type TraderSortKey,
} from "#shared/contracts/traders.ts";
import type { TraderQuery } from "#shared/contracts/trader-queries.ts";
import { comparedOf, detailOf } from "#shared/record/published-record.ts";
import { statisticsOf } from "#shared/record/statistics.ts";
import { publishedCount } from "#shared/record/tally.ts";
import type { Database } from "#worker/api/database.ts";
import { headFields, isHead, selectHeadSeq, toHead } from "#worker/api/ledger/index.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { findNames, type ListRefusal } from "./matching-names.ts";
import { lastPublished, lastPublishedAt, narrowTraders } from "./narrow-traders.ts";
import { calledAbove, selectMarks, toMarks } from "./read-marks.ts";
import {
  formerTraderNames,
  totals,
  totalsFields,
  traderEquity,
  traders,
} from "#worker/api/tables/traders.ts";
import { selectWitnessedEntries, standingOf } from "./witnessed-standing.ts";
import { shownTraderFields, toTrader } from "./shown-trader.ts";
import { toTraderRecord } from "./trader-record.ts";

/**
 * Each column has an index of its own, which ends in the id; only activity is computed for every trader and sorted. The rank
 * of those called above is their evidence.
 */
const SORT_COLUMNS = {
  rank: traders.rank_low,
  handle: traders.handle,
  joined_at: traders.joined_at,
  last_published_at: lastPublished,
  settled: traders.settled,
  win_rate: traders.win_rate,
  net: traders.net,
  max_drawdown: traders.max_drawdown,
} satisfies Record<TraderSortKey, unknown>;

/** Beyond every value a sort column can hold, below and above. */
const EDGES = { text: { lowest: "", highest: "~" }, number: { lowest: -1e300, highest: 1e300 } } as const;

interface TraderOrder {
  readonly key: TraderSortKey;
  readonly isDescending: boolean;
}

function orderOf(sort: TraderSort): TraderOrder {
  const isDescending = sort.startsWith("-");
  const name = isDescending ? sort.slice(1) : sort;
  return { key: TRADER_SORT_KEYS.find((key) => key === name) ?? "rank", isDescending };
}

interface TraderStart {
  readonly value: string | number;
  readonly id: number;
}

interface TraderSelection {
  readonly start: TraderStart | null;
  readonly limit: number;
  readonly narrowed?: SQL | undefined;
}

/**
 * Statements for a page: up to `limit` traders that pass, after a value and an id. The page is their rows in sequence. The
 * sort by rank needs two, since every trader called above ranks higher than all others.
 */
export function selectTraders(db: Database, sort: TraderSort, selection: TraderSelection) {
  const order = orderOf(sort);
  const { narrowed } = selection;
  if (order.key !== "rank") return [selectBy(db, SORT_COLUMNS[order.key], order, selection)] as const;
  const called = { ...selection, narrowed: and(calledAbove.are, narrowed) };
  const others = { ...selection, narrowed: and(calledAbove.areNot, narrowed) };
  const byRank = [
    selectBy(db, traders.evidence, order, called),
    selectBy(db, traders.rank_low, order, others),
  ] as const;
  return order.isDescending ? byRank : ([byRank[1], byRank[0]] as const);
}

function selectBy(
  db: Database,
  column: (typeof SORT_COLUMNS)[TraderSortKey] | typeof traders.evidence,
  order: TraderOrder,
  { start, limit, narrowed }: TraderSelection,
) {
  const { value, id } = start ?? firstStart(order);
  const beyond = order.isDescending ? sql.raw("<") : sql.raw(">");
  const direction = order.isDescending ? desc : asc;
  const isByActivity = order.key === "last_published_at";
  return db
    .select({
      ...shownTraderFields,
      // With a distinct name: of two columns with one name, a batch of D1 returns only one.
      sort_value: sql<string | number>`${column}`.as("sort_value"),
      ...(isByActivity && { last_published_at: lastPublishedAt }),
    })
    .from(traders)
    .where(and(sql`(${column}, ${traders.id}) ${beyond} (${value}, ${id})`, narrowed))
    .orderBy(direction(sql`${column}`), direction(traders.id))
    .limit(limit);
}

/** One page of traders, retired ones included. */
export async function listTraders(
  db: Database,
  { sort, cursor, limit, ...filters }: TraderQuery,
): Promise<TraderPage | ListRefusal> {
  const isOfText = orderOf(sort).key === "handle";
  const start = cursor ? { ...cursor, value: isOfText ? cursor.value : Number(cursor.value) } : null;
  const names = await findNames(db, { asset: filters.asset });
  if ("field" in names) return names;
  const narrowed = narrowTraders(filters, names.assets);
  const [[head], found, ...pages] = await db.batch([
    selectHeadSeq(db),
    selectMarks(db),
    ...selectTraders(db, sort, { start, limit: limit + 1, narrowed }),
  ]);
  const marks = toMarks(found);
  const rows = pages.flat();
  const last = rows[limit - 1];
  return {
    results: rows.slice(0, limit).map((row) => {
      const trader = toTrader(row, marks);
      return row.last_published_at === undefined
        ? trader
        : Object.assign(trader, { last_published_at: isoTime(row.last_published_at) });
    }),
    next: rows.length > limit && last ? `${last.sort_value},${last.id}` : null,
    ...comparedOf(marks),
    as_of_seq: head?.seq ?? 0,
  };
}

/** One trader with its equity series, or null; by some of the signals only, if the query says so. */
export async function showTrader(
  db: Database,
  handle: string,
  { witnessed }: TraderDetailQuery = {},
): Promise<TraderDetail | null> {
  const [[head], [row], formerNames, found, witnessedEntries] = await db.batch([
    selectHeadSeq(db),
    selectShownTrader(db, handle),
    selectFormerNames(db, handle),
    selectMarks(db),
    ...(witnessed ? [selectWitnessedEntries(db, handle)] : []),
  ]);
  if (!row) return null;
  const marks = toMarks(found);
  const record = toTraderRecord(row);
  const standing = witnessed ? standingOf(witnessedEntries ?? []) : record;
  return {
    ...toTrader(row, marks),
    statistics: statisticsOf(standing.tally),
    ...detailOf(standing),
    moments: record.moments.count,
    former_names: formerNames.map(({ name, until }) => ({ name, until: new Date(until).toISOString() })),
    ...comparedOf(marks),
    as_of_seq: head?.seq ?? 0,
  };
}

function selectShownTrader(db: Database, handle: string) {
  return db
    .select({
      ...shownTraderFields,
      confidences: traderEquity.confidences,
      purses: traderEquity.purses,
      moments: traderEquity.moments,
    })
    .from(traders)
    .leftJoin(traderEquity, eq(traderEquity.trader_id, traders.id))
    .where(eq(traders.handle, handle));
}

function selectFormerNames(db: Database, handle: string) {
  return db
    .select({ name: formerTraderNames.name, until: formerTraderNames.until })
    .from(formerTraderNames)
    .innerJoin(traders, eq(traders.id, formerTraderNames.trader_id))
    .where(eq(traders.handle, handle))
    .orderBy(desc(formerTraderNames.id));
}

/** Totals over every trader, with the ledger's head at the same moment. */
export async function summarise(db: Database): Promise<Summary> {
  const row = await db
    .select({ ...totalsFields, head: headFields })
    .from(totals)
    .leftJoin(ledger, isHead)
    .where(eq(totals.id, 1))
    .get();
  if (!row) throw new Error("the totals row is missing");
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

function isoTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function firstStart({ key, isDescending }: TraderOrder): TraderStart {
  const edges = key === "handle" ? EDGES.text : EDGES.number;
  return isDescending
    ? { value: edges.highest, id: Number.MAX_SAFE_INTEGER }
    : { value: edges.lowest, id: 0 };
}
