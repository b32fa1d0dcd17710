/** Reading signals: one query a page, through the one index made for its filters. */
import { and, asc, desc, eq, exists, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { canonicalAsset } from "#shared/asset.ts";
import type { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import type { SignalFilters } from "#shared/contracts/signal-queries.ts";
import type { Database } from "#worker/api/database.ts";
import type { ExportRange } from "#worker/api/export-part.ts";
import { selectEntriesOfSignal, selectHeadSeq, toLedgerEntry } from "#worker/api/ledger/index.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { signalFields, toSignal } from "./signal-row.ts";
import { signals, witnessedSignals } from "./tables.ts";

export interface SignalSelection extends SignalFilters {
  /** Only signals published before this one. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/**
 * A page of the rows of `selectHeadSeq` and of those that were asked for with one above the limit, newest first; `next` is the
 * cursor of the page after it.
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

/** Statement for a page: found first by its seqs, its rows read by their key. */
export function selectSignals(db: Database, { cursor, limit, ...filters }: SignalSelection) {
  const page = selectSeqs(db, filters, { before: cursor }).orderBy(desc(signals.published_seq)).limit(limit);
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(inArray(signals.published_seq, page))
    .orderBy(desc(signals.published_seq));
}

/** Statement for up to `limit` signals of an export, oldest first. */
export function selectExport(
  db: Database,
  filters: SignalFilters,
  { after, until, limit }: ExportRange<number>,
) {
  const page = selectSeqs(db, filters, { from: after + 1, before: until === null ? undefined : until + 1 })
    .orderBy(asc(signals.published_seq))
    .limit(limit);
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(inArray(signals.published_seq, page))
    .orderBy(asc(signals.published_seq));
}

/** Statement for the places at which a part of an export ends. */
export function selectExportEnd(db: Database, filters: SignalFilters, after: number, rows: number) {
  return selectSeqs(db, filters, { from: after + 1 })
    .orderBy(asc(signals.published_seq))
    .limit(2)
    .offset(rows - 1);
}

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

/**
 * `published_seq` of what passes the filters, in a range of it. A period is turned into such a range too, as it rises with
 * `published_at`, so that it narrows the same index as every other filter. `INDEXED BY` makes the plan a promise: a missing index is
 * an error, not a scan. Drizzle has no word for it in a query with types.
 */
export function selectSeqs(
  db: Database,
  { trader, asset, outcome, from, to, witnessed }: SignalFilters,
  range: { readonly from?: number; readonly before?: number | undefined },
) {
  // One bound on each side only: of two, SQLite searches by the first and walks to the second.
  const { before = Number.MAX_SAFE_INTEGER } = range;
  const untilPeriod =
    to === undefined
      ? before
      : sql`min(${before}, coalesce(${firstPublishedFrom(db, to)}, ${Number.MAX_SAFE_INTEGER}))`;
  const inPeriod = from === undefined ? undefined : firstPublishedFrom(db, from);
  // Nothing where the period has not begun: `max` of null is null.
  const start = inPeriod && range.from !== undefined ? sql`max(${range.from}, ${inPeriod})` : inPeriod;
  const fromPeriod = start ?? range.from;
  // Only between the first and the last of them, so that a log which nobody looks at is not read through in vain.
  const { published_seq: seq } = witnessedSignals;
  const [end, first] = witnessed
    ? [
        sql`min(${untilPeriod}, coalesce((SELECT max(${seq}) FROM ${witnessedSignals}) + 1, 0))`,
        sql`max(${fromPeriod ?? 0}, (SELECT min(${seq}) FROM ${witnessedSignals}))`,
      ]
    : [untilPeriod, fromPeriod];
  const traderId = (handle: string) =>
    db.select({ id: traders.id }).from(traders).where(eq(traders.handle, handle));
  return db
    .select({ seq: sql`published_seq`.mapWith(Number) })
    .from(sql`${signals} ${indexFor({ trader, asset, outcome })}`)
    .where(
      and(
        lt(signals.published_seq, end),
        trader === undefined ? undefined : eq(signals.trader_id, traderId(trader)),
        asset === undefined ? undefined : eq(signals.asset, recordedAsset(db, asset)),
        outcome === undefined ? undefined : eq(signals.outcome, outcome),
        first === undefined ? undefined : gte(signals.published_seq, first),
        witnessed && wasWitnessedInTime(db),
      ),
    );
}

function wasWitnessedInTime(db: Database) {
  const { published_seq } = witnessedSignals;
  return exists(
    db.select({ published_seq }).from(witnessedSignals).where(eq(published_seq, signals.published_seq)),
  );
}

/** An asset as it stands on the record. Earlier versions took other spellings: where one is found as it is written, it is meant. */
export function recordedAsset(db: Database, written: string): SQL | string {
  const spelled = canonicalAsset(written) ?? written;
  if (spelled === written) return written;
  const asWritten = db
    .select({ asset: signals.asset })
    .from(signals)
    .where(eq(signals.asset, written))
    .limit(1);
  return sql`coalesce(${asWritten}, ${spelled})`;
}

function firstPublishedFrom(db: Database, atMs: number) {
  return db
    .select({ seq: signals.published_seq })
    .from(signals)
    .where(gte(signals.published_at, atMs))
    .orderBy(asc(signals.published_at), asc(signals.published_seq))
    .limit(1);
}

function indexFor(filters: SignalFilters): SQL {
  const parts = (["trader", "asset", "outcome"] as const).filter((name) => filters[name] !== undefined);
  return parts.length === 0 ? sql`` : sql`INDEXED BY ${sql.identifier(`signals_by_${parts.join("_")}`)}`;
}
