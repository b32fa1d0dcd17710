/**
 * What this tab knows of signals from live news, and how it is merged with the answers that pages hold: of two states of a
 * signal the one with the later ledger entry wins, whichever came first. Visible rows are updated in place; none is added,
 * removed or moved while the page is read.
 */
import * as v from "valibot";
import { canonicalAsset, holdsAsset } from "#shared/assets/asset.ts";
import { isWitnessedInTime, lastSeqOf, type Signal, type SignalPage } from "#shared/contracts/signals.ts";
import {
  DEFAULT_SIGNAL_SORT,
  FeedQuery,
  SIGNAL_SORT_KEYS,
  type SignalSortKey,
} from "#shared/contracts/signal-queries.ts";
import { handleOfWritten, holdsTrader } from "#shared/record/written-trader.ts";
import { createStore, type Store } from "#client/ui/store.ts";
import type { LiveMode } from "./live-connection.ts";
import { MAX_LIVE_SIGNALS } from "#shared/limits/live.ts";

export interface LiveNews {
  readonly mode: LiveMode;
  /** Ledger entries above `since` up to `seq` are known; answers that were read before `since` may lack others. */
  readonly since: number;
  readonly seq: number;
  /** The newest known state of each changed signal, by id; the most recently changed last. */
  readonly signals: ReadonlyMap<string, Signal>;
}

export const NO_NEWS: LiveNews = { mode: "connecting", since: 0, seq: 0, signals: new Map() };

/** One store for the tab, so that a later page knows what happened before. Never written on the server. */
export const liveNews: Store<LiveNews> = createStore(NO_NEWS);

/** The state of a tab whose first page was read at the ledger entry `seq`. */
export function newsFrom(seq: number): LiveNews {
  return { ...NO_NEWS, since: seq, seq };
}

/** `seq`: the ledger entry up to which the news are complete. */
export function learn(news: LiveNews, states: readonly Signal[], seq = news.seq): LiveNews {
  const signals = new Map(news.signals);
  for (const signal of states) {
    const known = signals.get(signal.id);
    if (known && lastSeqOf(known) >= lastSeqOf(signal)) continue;
    signals.delete(signal.id);
    signals.set(signal.id, signal);
  }
  return signals.size > MAX_LIVE_SIGNALS
    ? { ...news, since: seq, seq, signals: new Map([...signals].slice(-MAX_LIVE_SIGNALS / 2)) }
    : { ...news, seq, signals };
}

/** Events up to `seq` were missed and are not known: answers read before it must be requested again. */
export function loseTrack(news: LiveNews, seq: number): LiveNews {
  return { ...news, since: Math.max(seq, news.seq + 1, news.since + 1), seq: Math.max(seq, news.seq) };
}

/** The ledger entry up to which a list is known to be current. */
export function seqOf({ as_of_seq, results }: Pick<SignalPage, "as_of_seq" | "results">): number {
  return as_of_seq ?? Math.max(0, ...results.map(lastSeqOf));
}

/** The page with the newest known states; the same object if there is nothing newer. */
export function joinNews(page: SignalPage, signals: LiveNews["signals"]): SignalPage {
  const results = page.results.map((row) => {
    const known = signals.get(row.id);
    return known && lastSeqOf(known) > lastSeqOf(row) ? known : row;
  });
  return results.every((row, index) => row === page.results[index])
    ? page
    : { ...page, as_of_seq: seqOf(page), results };
}

/** The rows of a list that are shown; `next` if it says whether there are more. */
export type ShownSignals = Pick<SignalPage, "as_of_seq" | "results"> & Partial<Pick<SignalPage, "next">>;

/** Signals that belong to the list with this key and were published after it was read. */
export function heldSignals({ signals }: LiveNews, listKey: string, page: ShownSignals): readonly Signal[] {
  const belongs = selectionOf(listKey, page);
  const inList = new Set(page.results.map(({ id }) => id));
  const readAt = seqOf(page);
  return [...signals.values()].filter(
    (signal) => signal.published_seq > readAt && !inList.has(signal.id) && belongs(signal),
  );
}

/**
 * The list with its held signals, newest first. Null if it must be requested again, because it lacks other signals as well or has
 * another order.
 */
export function withHeld(
  news: LiveNews,
  listKey: string,
  page: SignalPage,
  held: readonly Signal[],
): SignalPage | null {
  const isSorted = new URLSearchParams(listKey.split("?")[1]).has("sort");
  if (isSorted || seqOf(page) < news.since) return null;
  const newestFirst = held.toSorted((a, b) => b.published_seq - a.published_seq);
  return { ...page, as_of_seq: news.seq, results: [...newestFirst, ...page.results] };
}

/**
 * Returns whether a new signal belongs to the list with this key, by its filters and its order; never on a later page of it.
 */
function selectionOf(listKey: string, page: ShownSignals): (signal: Signal) => boolean {
  const shown = page.results;
  const {
    cursor,
    limit: _,
    sort = DEFAULT_SIGNAL_SORT,
    ...params
  } = Object.fromEntries(new URLSearchParams(listKey.split("?")[1]));
  const filters = v.safeParse(FeedQuery, params);
  if (cursor !== undefined || !filters.success) return () => false;
  const { trader, asset, direction, outcome, otc, late, corrected, from, to, witnessed } = filters.output;
  return (signal) => {
    const publishedMs = Date.parse(signal.published_at);
    return (
      isOfFirstPage(signal, sort, page) &&
      (trader === undefined || isOfTrader(signal, trader, shown)) &&
      (asset === undefined || isOfAsset(signal, asset, shown)) &&
      (direction === undefined || signal.direction === direction) &&
      (outcome === undefined || signal.outcome === outcome) &&
      (otc === undefined || signal.is_otc === otc) &&
      (late === undefined || signal.is_late === late) &&
      (corrected === undefined || (signal.correction !== null) === corrected) &&
      (from === undefined || publishedMs >= from) &&
      (to === undefined || publishedMs < to) &&
      (witnessed === undefined || isWitnessedInTime(signal))
    );
  };
}

/** Whether a new signal sorts into the first page instead of a later one. */
function isOfFirstPage(signal: Signal, sort: string, { results, next }: ShownSignals): boolean {
  const key = SIGNAL_SORT_KEYS.find((name) => sort.endsWith(name));
  const last = results.at(-1);
  if (key === undefined || last === undefined || !next) return true;
  const own = sortValue(signal, key);
  const least = sortValue(last, key);
  // Signals with equal values are ordered by publication: the newest last, or first in descending order.
  return sort.startsWith("-") ? own >= least : own < least;
}

function sortValue(signal: Signal, key: SignalSortKey): number {
  return key === "payout" ? signal.payout : Date.parse(signal[key]);
}

/** If the filter is the exact handle of a listed trader, the list shows that trader only. */
function isOfTrader({ trader }: Signal, written: string, shown: readonly Signal[]): boolean {
  const handle = handleOfWritten(written);
  if (trader.handle === handle) return true;
  return shown.every((row) => row.trader.handle !== handle) && holdsTrader(trader, written);
}

function isOfAsset({ asset }: Signal, written: string, shown: readonly Signal[]): boolean {
  const whole = new Set<string | null>([written, canonicalAsset(written)]);
  if (whole.has(asset)) return true;
  return shown.every((row) => !whole.has(row.asset)) && holdsAsset(asset, written);
}

/** The signal that ended, or whose outcome was corrected, most recently after the ledger entry `seq`. */
export function newestEnd({ signals }: LiveNews, rows: readonly Signal[], seq: number): Signal | null {
  const inList = new Set(rows.map(({ id }) => id));
  const isNewEnd = (signal: Signal) =>
    inList.has(signal.id) && signal.outcome !== "open" && lastSeqOf(signal) > seq;
  return [...signals.values()].findLast(isNewEnd) ?? null;
}

/** Paths that bring a list up to date after missed events: its newest signals, and the current state of its rows. */
export function pathsOfList(key: string, topSeq: number | undefined): readonly string[] {
  const [path = "", query] = key.split("?");
  const params = new URLSearchParams(query);
  // With another sort order a ledger position is not a cursor.
  if (topSeq === undefined || params.has("sort")) return [key];
  // The rows may have moved to a later page.
  params.set("cursor", String(topSeq + 1));
  return [key, `${path}?${params}`];
}
