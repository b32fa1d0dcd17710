/** Reading signals: one query a page, through the one index made for its filters. */
import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { SignalDetail, SignalFilters, SignalPage } from "#shared/contracts/signals.ts";
import type { Database } from "#worker/api/database.ts";
import { headSeq, selectEntriesOfSignal, toLedgerEntry } from "#worker/api/ledger/index.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { signalFields, toSignal } from "./signal-row.ts";
import { signals } from "./tables.ts";

export interface SignalSelection extends SignalFilters {
  /** Only signals published before this one. */
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** What `toSignalPage` takes, for `select`: with each signal, as of when it was read. */
export const pageFields = { ...signalFields, head_seq: headSeq.as("head_seq") };

type PageRow = Parameters<typeof toSignal>[0] & { readonly head_seq: number };

/** Rows that were asked for with one above the limit, newest first; `next` is the cursor of the page after it. */
export function toSignalPage(rows: readonly PageRow[], limit: number): SignalPage {
  const results = rows.slice(0, limit).map(({ head_seq: _headSeq, ...row }) => toSignal(row));
  const last = results.at(-1);
  return {
    results,
    next: rows.length > limit && last ? String(last.published_seq) : null,
    ...(rows[0] && { seq: rows[0].head_seq }),
  };
}

/**
 * Statement for a page. A period is turned into a range of `published_seq`, which rises with `published_at`, so that it
 * narrows the same index as every other filter. In a range SQLite sees no gain in a second equality and takes an index with
 * fewer; that few rows meet each, `unlikely` tells it.
 */
export function selectSignals(db: Database, selection: SignalSelection) {
  const { trader, asset, outcome, from, to, cursor = Number.MAX_SAFE_INTEGER, limit } = selection;
  // One upper bound only: of two, SQLite searches by the first and walks to the second.
  const before =
    to === undefined
      ? cursor
      : sql`min(${cursor}, coalesce(${firstPublishedFrom(db, to)}, ${Number.MAX_SAFE_INTEGER}))`;
  const traderId = (handle: string) =>
    db.select({ id: traders.id }).from(traders).where(eq(traders.handle, handle));
  return db
    .select(pageFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(
      and(
        lt(signals.published_seq, before),
        trader === undefined ? undefined : sql`unlikely(${eq(signals.trader_id, traderId(trader))})`,
        asset === undefined ? undefined : sql`unlikely(${eq(signals.asset, asset)})`,
        outcome === undefined ? undefined : sql`unlikely(${eq(signals.outcome, outcome)})`,
        from === undefined ? undefined : gte(signals.published_seq, firstPublishedFrom(db, from)),
      ),
    )
    .orderBy(desc(signals.published_seq))
    .limit(limit);
}

export async function listSignals(db: Database, selection: SignalSelection): Promise<SignalPage> {
  const { limit } = selection;
  return toSignalPage(await selectSignals(db, { ...selection, limit: limit + 1 }), limit);
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
  const [[row], entries] = await db.batch([selectSignal(db, id), selectEntriesOfSignal(db, id)]);
  return row ? { ...toSignal(row), entries: entries.map(toLedgerEntry) } : null;
}

function firstPublishedFrom(db: Database, atMs: number) {
  return db
    .select({ seq: signals.published_seq })
    .from(signals)
    .where(gte(signals.published_at, atMs))
    .orderBy(asc(signals.published_at), asc(signals.published_seq))
    .limit(1);
}
