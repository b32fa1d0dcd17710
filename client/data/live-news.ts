/** What a page knows of the events since it opened, and which of them its list holds back. */
import type { LiveEvent } from "#shared/contracts/live.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import type { LiveMode } from "./live.ts";

export interface LiveNews {
  readonly mode: LiveMode;
  /** Oldest first, the newest `REMEMBERED_EVENTS` of them. */
  readonly events: readonly LiveEvent[];
}

export const NO_NEWS: LiveNews = { mode: "connecting", events: [] };

/** More than anyone counts: beyond it the number of new signals stays the same. */
const REMEMBERED_EVENTS = 200;

export function addNews({ mode, events }: LiveNews, fresh: readonly LiveEvent[]): LiveNews {
  const known = new Set(events.map(({ seq }) => seq));
  const added = fresh.filter(({ seq }) => !known.has(seq));
  return { mode, events: [...events, ...added].slice(-REMEMBERED_EVENTS) };
}

/** Signals that belong to a list and are neither in it nor were there when it was last brought up to date. */
export function heldSignals(
  { events }: LiveNews,
  {
    rows,
    shownUpTo,
    belongs,
  }: {
    readonly rows: readonly Signal[];
    readonly shownUpTo: number;
    readonly belongs: (signal: Signal) => boolean;
  },
): readonly Signal[] {
  const inList = new Set(rows.map(({ id }) => id));
  return events.flatMap(({ kind, seq, signal }) =>
    kind === "published" && seq > shownUpTo && !inList.has(signal.id) && belongs(signal) ? [signal] : [],
  );
}

/** The newest signal of a list that has ended since the page opened. */
export function newestEnd({ events }: LiveNews, rows: readonly Signal[]): Signal | null {
  const inList = new Set(rows.map(({ id }) => id));
  return events.findLast(({ kind, signal }) => kind !== "published" && inList.has(signal.id))?.signal ?? null;
}

/** The ledger entry up to which a list is up to date for certain: where its page's live connection starts. */
export function newestSeq(signals: readonly Signal[]): number | null {
  const seqs = signals.map(({ settled_seq, published_seq }) => settled_seq ?? published_seq);
  return seqs.length === 0 ? null : Math.max(...seqs);
}
