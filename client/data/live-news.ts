/** What a page knows of the events since it opened, and which of them its list holds back. */
import * as v from "valibot";
import type { LiveEvent } from "#shared/contracts/live.ts";
import { lastSeqOf, type Signal, SignalExportQuery, spellAsset } from "#shared/contracts/signals.ts";
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

export interface ShownList {
  /** SWR key of the list; null where the page takes in no new rows. */
  readonly listKey: string | null;
  readonly rows: readonly Signal[];
  /** Ledger entry up to which the list was last brought up to date. */
  readonly shownUpTo: number;
}

/** Signals that belong to a list, are not in it, and are newer than what it was last brought up to date with. */
export function heldSignals(
  { events }: LiveNews,
  { listKey, rows, shownUpTo }: ShownList,
): readonly Signal[] {
  const belongs = selectionOf(listKey);
  const inList = new Set(rows.map(({ id }) => id));
  return events.flatMap(({ kind, seq, signal }) =>
    kind === "published" && seq > shownUpTo && !inList.has(signal.id) && belongs(signal) ? [signal] : [],
  );
}

/** Whether a signal that is new belongs on the list with this key: by its filters, and never on one of its older pages. */
function selectionOf(listKey: string | null): (signal: Signal) => boolean {
  if (listKey === null) return () => false;
  const { cursor, limit: _, ...params } = Object.fromEntries(new URLSearchParams(listKey.split("?")[1]));
  const filters = v.safeParse(SignalExportQuery, params);
  if (cursor !== undefined || !filters.success) return () => false;
  const { trader, asset, outcome, from, to } = filters.output;
  return (signal) => {
    const publishedMs = Date.parse(signal.published_at);
    return (
      (trader === undefined || signal.trader.handle === trader) &&
      (asset === undefined || spellAsset(signal.asset) === asset) &&
      (outcome === undefined || signal.outcome === outcome) &&
      (from === undefined || publishedMs >= from) &&
      (to === undefined || publishedMs < to)
    );
  };
}

/** The newest signal of a list that has ended since the page opened, or whose outcome was corrected. */
export function newestEnd({ events }: LiveNews, rows: readonly Signal[]): Signal | null {
  const inList = new Set(rows.map(({ id }) => id));
  return events.findLast(({ kind, signal }) => kind !== "published" && inList.has(signal.id))?.signal ?? null;
}

/**
 * The ledger entry up to which a list is up to date for certain: where its page's live connection starts. A list without
 * rows vouches for nothing: it starts before the first entry, or what happens until it is connected would be missed.
 */
export function newestSeq(signals: readonly Signal[]): number {
  return Math.max(0, ...signals.map(lastSeqOf));
}
