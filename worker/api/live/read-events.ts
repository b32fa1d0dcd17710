/**
 * News of signals, read from the record: an event is a ledger entry on a signal with the signal as it stands now. The newest are
 * kept in memory, so that neither a broadcast nor a reader that comes back costs a reading.
 */
import * as v from "valibot";
import { LIVE_BACKLOG_LIMIT, LiveEvent, type LivePage } from "#shared/contracts/live.ts";
import { parseHead, SELECT_HEAD } from "#worker/api/ledger/index.ts";
import { parseSignalRow, SIGNAL_COLUMNS } from "#worker/api/signals/index.ts";

/** Events in order, and the seq up to which there are no others; `from` is the seq after which none is missing. */
export interface EventRun {
  readonly from: number;
  readonly events: readonly LiveEvent[];
  readonly to: number;
}

const EventRow = v.looseObject({ seq: v.number(), kind: v.picklist(LiveEvent.entries.kind.options) });

// CROSS JOIN keeps the order of the tables: from the ledger's end it reads as many rows as it gives, however long it is.
const FROM_RECORD = `SELECT seq, kind, ${SIGNAL_COLUMNS} FROM ledger
  CROSS JOIN signals ON signals.id = ledger.signal_id CROSS JOIN traders ON traders.id = signals.trader_id`;

export const SELECT_EVENTS_AFTER = `${FROM_RECORD} WHERE seq > ?1 ORDER BY seq LIMIT ?2`;
export const SELECT_NEWEST_EVENTS = `${FROM_RECORD} ORDER BY seq DESC LIMIT ?1`;

/** The newest events, at most `LIVE_BACKLOG_LIMIT`. */
export async function readNewestEvents(db: D1Database): Promise<EventRun> {
  const [heads, rows] = await db.batch([
    db.prepare(SELECT_HEAD),
    db.prepare(SELECT_NEWEST_EVENTS).bind(LIVE_BACKLOG_LIMIT + 1),
  ]);
  const newest = (rows?.results ?? []).map(parseEventRow);
  const { seq: to } = parseHead(heads?.results ?? []);
  const left = newest[LIVE_BACKLOG_LIMIT];
  return { from: left?.seq ?? 0, events: newest.slice(0, LIVE_BACKLOG_LIMIT).reverse(), to };
}

/** Events above `after`, or null where there are more than `limit` or `after` is above the ledger's head. */
export async function readEventsAfter(
  db: D1Database,
  after: number,
  limit: number,
): Promise<{ readonly run: EventRun | null; readonly to: number }> {
  const [heads, rows] = await db.batch([
    db.prepare(SELECT_HEAD),
    db.prepare(SELECT_EVENTS_AFTER).bind(after, limit + 1),
  ]);
  const { seq: to } = parseHead(heads?.results ?? []);
  const found = rows?.results ?? [];
  if (after > to || found.length > limit) return { run: null, to };
  return { run: { from: after, events: found.map(parseEventRow), to }, to };
}

/** One answer for a reader that asks; without `after` it only learns where the ledger stands. */
export async function readLivePage(
  db: D1Database,
  { after, limit }: { readonly after?: number | undefined; readonly limit: number },
): Promise<LivePage> {
  const { run, to } = await readEventsAfter(db, after ?? Number.MAX_SAFE_INTEGER, limit);
  return { results: [...(run?.events ?? [])], seq: to, is_reset: run === null && after !== undefined };
}

function parseEventRow(row: unknown): LiveEvent {
  const { seq, kind } = v.parse(EventRow, row);
  return { seq, kind, signal: parseSignalRow(row) };
}

/** The run with what was read after it, cut to the newest `LIVE_BACKLOG_LIMIT`. `next` must start where `run` ends. */
export function extendRun(run: EventRun, next: EventRun): EventRun {
  const events = [...run.events, ...next.events];
  const surplus = events.length - LIVE_BACKLOG_LIMIT;
  return surplus > 0
    ? { from: events[surplus - 1]?.seq ?? run.from, events: events.slice(surplus), to: next.to }
    : { from: run.from, events, to: next.to };
}

/** What a reader that has seen everything up to `after` has missed; null where that is more, or other, than is known. */
export function missedSince({ from, events, to }: EventRun, after: number): readonly LiveEvent[] | null {
  return after < from || after > to ? null : events.filter(({ seq }) => seq > after);
}
