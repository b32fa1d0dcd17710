/**
 * News of signals, read from the record: an event is a ledger entry on a signal with the signal's current state. The newest
 * are kept in memory, so that neither a broadcast nor a returning reader costs a query.
 */
import { and, asc, desc, eq, gt, type SQL } from "drizzle-orm";
import * as v from "valibot";
import { LIVE_BACKLOG_LIMIT, LiveEvent, type LivePage } from "#shared/contracts/live.ts";
import type { Database } from "#worker/api/database.ts";
import { selectHead, toHead } from "#worker/api/ledger/index.ts";
import { ledger } from "#worker/api/tables/ledger.ts";
import { signalFields, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";

/** Events in order: from the seq `from` up to the seq `to`, none is missing. */
export interface EventRun {
  readonly from: number;
  readonly events: readonly LiveEvent[];
  readonly to: number;
}

/** The newest events, in the state in which a room read them. */
export interface News extends EventRun {
  /** The bookmark of the reading: requests that readers make because of it must see a state at least as new. */
  readonly bookmark: string | null;
}

// CROSS JOIN fixes the order of the tables: SQLite reads from the ledger's end as many rows as it returns, however long the
// ledger is.
function selectEvents(db: Database, condition?: SQL) {
  return db
    .select({ seq: ledger.seq, kind: ledger.kind, ...signalFields })
    .from(ledger)
    .crossJoin(signals)
    .crossJoin(traders)
    .where(and(eq(signals.id, ledger.signal_id), eq(traders.id, signals.trader_id), condition));
}

/** Statement for up to `limit` events above `after`. */
export function selectEventsAfter(db: Database, after: number, limit: number) {
  return selectEvents(db, gt(ledger.seq, after)).orderBy(asc(ledger.seq)).limit(limit);
}

/** Statement for the newest events, newest first. */
export function selectNewestEvents(db: Database, limit: number) {
  return selectEvents(db).orderBy(desc(ledger.seq)).limit(limit);
}

/** The newest events, at most `LIVE_BACKLOG_LIMIT`. */
export async function readNewestEvents(db: Database): Promise<EventRun> {
  const [[head], rows] = await db.batch([selectHead(db), selectNewestEvents(db, LIVE_BACKLOG_LIMIT + 1)]);
  const newest = rows.map(toLiveEvent);
  const left = newest[LIVE_BACKLOG_LIMIT];
  return {
    from: left?.seq ?? 0,
    events: newest.slice(0, LIVE_BACKLOG_LIMIT).reverse(),
    to: toHead(head).seq,
  };
}

/** Events above `after`, or null if there are more than `limit` or `after` is above the ledger's head. */
export async function readEventsAfter(
  db: Database,
  after: number,
  limit: number,
): Promise<{ readonly run: EventRun | null; readonly to: number }> {
  const [[head], rows] = await db.batch([selectHead(db), selectEventsAfter(db, after, limit + 1)]);
  const { seq: to } = toHead(head);
  if (after > to || rows.length > limit) return { run: null, to };
  return { run: { from: after, events: rows.map(toLiveEvent), to }, to };
}

/** One answer for a reader that polls; without `after` it only states the ledger's head. */
export async function readLivePage(
  db: Database,
  { after, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<LivePage> {
  const { run, to } = await readEventsAfter(db, after ?? Number.MAX_SAFE_INTEGER, limit);
  return { results: [...(run?.events ?? [])], seq: to, is_reset: run === null && after !== undefined };
}

function toLiveEvent({ seq, kind, ...row }: Awaited<ReturnType<typeof selectEvents>>[number]): LiveEvent {
  return { seq, kind: v.parse(LiveEvent.entries.kind, kind), signal: toSignal(row) };
}

/** The run extended by what was read after it, cut to the newest `LIVE_BACKLOG_LIMIT`. `next` must start where `run` ends. */
export function extendRun(run: EventRun, next: EventRun): EventRun {
  const events = [...run.events, ...next.events];
  const surplus = events.length - LIVE_BACKLOG_LIMIT;
  return surplus > 0
    ? { from: events[surplus - 1]?.seq ?? run.from, events: events.slice(surplus), to: next.to }
    : { from: run.from, events, to: next.to };
}

/** What a reader that has seen everything up to `after` has missed; null if that is not all among the known events. */
export function missedSince({ from, events, to }: EventRun, after: number): readonly LiveEvent[] | null {
  return after < from || after > to ? null : events.filter(({ seq }) => seq > after);
}
