/** Reads signals by publication: one query per page, through the one index made for its filters. */
import { asc, desc, eq, type SQL, sql, type SQLWrapper } from "drizzle-orm";
import type { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import type { SignalFilters } from "#shared/contracts/signal-queries.ts";
import type { Database } from "#worker/api/database.ts";
import type { ExportRange } from "#worker/api/export-part.ts";
import { selectEntriesOfSignal, selectHeadSeq, toLedgerEntry } from "#worker/api/ledger/index.ts";
import { traders } from "#worker/api/tables/traders.ts";
import type { MatchingNames } from "#worker/api/traders/index.ts";
import { equalTo, oneOf, selectSeqs } from "./select-seqs.ts";
import { signalFields, toSignal } from "./signal-row.ts";
import { signals } from "#worker/api/tables/signals.ts";

export interface SignalSelection extends SignalFilters {
  /** Only signals published before this one. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/**
 * A page from the rows of `selectHeadSeq` and up to limit + 1 signals, newest first; `next` is the cursor of the page after
 * it.
 */
export function toSignalPage(
  [[head], rows]: readonly [HeadRows, readonly SignalRow[]],
  limit: number,
): SignalPage {
  const results = rows.slice(0, limit).map(toSignal);
  const last = results.at(-1);
  return {
    results,
    next: rows.length > limit && last ? String(last.published_seq) : null,
    as_of_seq: head?.seq ?? 0,
  };
}

type HeadRows = Awaited<ReturnType<typeof selectHeadSeq>>;
type SignalRow = Parameters<typeof toSignal>[0];

/** Statement for a page of one trader and one asset, or of all: finds its seqs first, then reads its rows by key. */
export function selectSignals(db: Database, { cursor, limit, ...filters }: SignalSelection) {
  const page = selectSeqs(db, filters, { before: cursor }).orderBy(desc(signals.published_seq)).limit(limit);
  return selectRows(db, page);
}

/** Statement for a page of several traders and assets: takes the newest of each pair, and of these the newest. */
export function selectOfNames(
  db: Database,
  { cursor: before, limit, ...filters }: SignalSelection,
  names: MatchingNames,
) {
  // Few signals are late or corrected, so all of these are scanned instead.
  if (filters.late || filters.corrected) {
    const all = selectSeqs(db, filters, { before }, { names: oneOf(names) });
    return selectRows(db, all.orderBy(desc(signals.published_seq)).limit(limit));
  }
  const ofPair = selectSeqs(db, filters, { before }, { names: equalTo(names, "pair") });
  const newest = ofPair.orderBy(desc(signals.published_seq)).limit(limit);
  const page = sql`
    SELECT found.value FROM (
      SELECT t.value AS trader_id, a.value AS asset
      FROM json_each(${JSON.stringify(names.traderIds ?? [null])}) AS t
      CROSS JOIN json_each(${JSON.stringify(names.assets ?? [null])}) AS a
    ) AS pair CROSS JOIN json_each((SELECT json_group_array(seq) FROM (${newest}))) AS found
    ORDER BY found.value DESC LIMIT ${limit}`;
  return selectRows(db, page);
}

/** Statement for the signals with these seqs, newest first unless another order is given. */
export function selectRows(
  db: Database,
  page: SQLWrapper,
  order: readonly SQL[] = [desc(signals.published_seq)],
) {
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(sql`${signals.published_seq} IN (${page})`)
    .orderBy(...order);
}

/** Statement for up to `limit` signals of an export, oldest first. */
export function selectExport(
  db: Database,
  filters: SignalFilters,
  { after, until, limit }: ExportRange<number>,
  names?: MatchingNames,
) {
  const range = { from: after + 1, before: until === null ? undefined : until + 1 };
  const order = asc(signals.published_seq);
  const page = selectSeqs(db, filters, range, namesOfExport(names)).orderBy(order).limit(limit);
  return selectRows(db, page, [order]);
}

/** Statement for the places at which a part of an export ends. */
export function selectExportEnd(
  db: Database,
  filters: SignalFilters,
  after: number,
  rows: number,
  names?: MatchingNames,
) {
  return selectSeqs(db, filters, { from: after + 1 }, namesOfExport(names))
    .orderBy(asc(signals.published_seq))
    .limit(2)
    .offset(rows - 1);
}

/** One trader and one asset have an index; for several, the whole record is scanned, part by part. */
function namesOfExport(names: MatchingNames | undefined) {
  if (!names) return {};
  const isOne = [names.traderIds, names.assets].every((list) => list === undefined || list.length === 1);
  return { names: oneOf(names), ...(isOne ? {} : ({ walk: "record" } as const)) };
}

/** A page of one trader and one asset, or of all. */
export async function listSignals(db: Database, selection: SignalSelection): Promise<SignalPage> {
  const { limit } = selection;
  const page = selectSignals(db, { ...selection, limit: limit + 1 });
  return toSignalPage(await db.batch([selectHeadSeq(db), page]), limit);
}

/** Statement that reads one signal. */
export function selectSignal(db: Database, id: string) {
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(eq(signals.id, id));
}

/** One signal with its ledger entries, or null. */
export async function showSignal(db: Database, id: string): Promise<SignalDetail | null> {
  const [[head], [row], entries] = await db.batch([
    selectHeadSeq(db),
    selectSignal(db, id),
    selectEntriesOfSignal(db, id),
  ]);
  return row ? { ...toSignal(row), entries: entries.map(toLedgerEntry), as_of_seq: head?.seq ?? 0 } : null;
}
