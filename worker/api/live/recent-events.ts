/** The newest events in memory, so that neither a broadcast nor a reader that comes back costs a reading of the record. */
import { LIVE_BACKLOG_LIMIT, type LiveEvent } from "#shared/contracts/live.ts";
import type { EventRun } from "./read-events.ts";

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
