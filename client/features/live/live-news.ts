/**
 * What this tab knows of signals from live news, and how it is joined with the answers that pages hold: of two states of a
 * signal the one with the later ledger entry is shown, whichever came first. Rows that are shown change in place; none is
 * added, taken out or moved while somebody reads.
 */
import * as v from "valibot";
import { canonicalAsset, holdsAsset } from "#shared/asset.ts";
import { lastSeqOf, type Signal, type SignalPage } from "#shared/contracts/signals.ts";
import {
  DEFAULT_SIGNAL_SORT,
  SIGNAL_SORT_KEYS,
  SignalExportQuery,
  type SignalSortKey,
} from "#shared/contracts/signal-queries.ts";
import { handleOfWritten, holdsTrader } from "#shared/written-trader.ts";
import { createStore, type Store } from "#client/ui/store.ts";
import type { LiveMode } from "./live-connection.ts";
import { MAX_LIVE_SIGNALS } from "#shared/limits/live.ts";

export interface LiveNews {
  readonly mode: LiveMode;
  /** Ledger entries above `since` up to `seq` are known; what was read before `since` may lack others. */
  readonly since: number;
  readonly seq: number;
  /** The newest known state of each signal that something has happened to, by id; the last changed last. */
  readonly signals: ReadonlyMap<string, Signal>;
}

export const NO_NEWS: LiveNews = { mode: "connecting", since: 0, seq: 0, signals: new Map() };

/** One for the tab, so that a page shown later knows what happened while another was shown. Never written on the server. */
export const liveNews: Store<LiveNews> = createStore(NO_NEWS);

/** News begin with an answer that was read at `seq`, unless they are further already. */
export function begin(news: LiveNews, seq: number): LiveNews {
  return seq > news.seq ? { ...news, since: seq, seq } : news;
}

/** `seq`: the ledger entry up to which nothing is missing any more. */
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

/** More was missed than is told, up to `seq`: whatever was read before has to be asked for again. */
export function loseTrack(news: LiveNews, seq: number): LiveNews {
  return { ...news, since: Math.max(seq, news.seq + 1, news.since + 1), seq: Math.max(seq, news.seq) };
}

/** The ledger entry up to which a list is up to date for certain. */
export function seqOf({ as_of_seq, results }: Pick<SignalPage, "as_of_seq" | "results">): number {
  return as_of_seq ?? Math.max(0, ...results.map(lastSeqOf));
}

/** The same page where nothing newer is known. */
export function joinNews(page: SignalPage, signals: LiveNews["signals"]): SignalPage {
  const results = page.results.map((row) => {
    const known = signals.get(row.id);
    return known && lastSeqOf(known) > lastSeqOf(row) ? known : row;
  });
  return results.every((row, index) => row === page.results[index])
    ? page
    : { ...page, as_of_seq: seqOf(page), results };
}

/** What is shown of a list; `next` where it says whether there is more. */
export type ShownSignals = Pick<SignalPage, "as_of_seq" | "results"> & Partial<Pick<SignalPage, "next">>;

/** Signals that belong on the list with this key, and that were published after it was read. */
export function heldSignals({ signals }: LiveNews, listKey: string, page: ShownSignals): readonly Signal[] {
  const belongs = selectionOf(listKey, page);
  const inList = new Set(page.results.map(({ id }) => id));
  const readAt = seqOf(page);
  return [...signals.values()].filter(
    (signal) => signal.published_seq > readAt && !inList.has(signal.id) && belongs(signal),
  );
}

/** Whether a signal that is new belongs on the list with this key: by its filters and its order, and never on one of its later pages. */
function selectionOf(listKey: string, page: ShownSignals): (signal: Signal) => boolean {
  const shown = page.results;
  const {
    cursor,
    limit: _,
    sort = DEFAULT_SIGNAL_SORT,
    ...params
  } = Object.fromEntries(new URLSearchParams(listKey.split("?")[1]));
  const filters = v.safeParse(SignalExportQuery, params);
  if (cursor !== undefined || !filters.success) return () => false;
  const { trader, asset, direction, outcome, otc, late, corrected, from, to } = filters.output;
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
      (to === undefined || publishedMs < to)
    );
  };
}

/** Whether a new signal stands among the rows of the first page, or on one of those that come after it. */
function isOfFirstPage(signal: Signal, sort: string, { results, next }: ShownSignals): boolean {
  const key = SIGNAL_SORT_KEYS.find((name) => sort.endsWith(name));
  const last = results.at(-1);
  if (key === undefined || last === undefined || !next) return true;
  const own = sortValue(signal, key);
  const least = sortValue(last, key);
  // Of equals the newest comes last, and first where the order is turned round.
  return sort.startsWith("-") ? own >= least : own < least;
}

function sortValue(signal: Signal, key: SignalSortKey): number {
  return key === "payout" ? signal.payout : Date.parse(signal[key]);
}

/** A list that shows a trader by the whole handle shows no other. */
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

/** The one of these signals that has ended last, or whose outcome was corrected last, after the ledger entry `seq`. */
export function newestEnd({ signals }: LiveNews, rows: readonly Signal[], seq: number): Signal | null {
  const inList = new Set(rows.map(({ id }) => id));
  const isNewEnd = (signal: Signal) =>
    inList.has(signal.id) && signal.outcome !== "open" && lastSeqOf(signal) > seq;
  return [...signals.values()].findLast(isNewEnd) ?? null;
}

/** Paths that bring a list up to date whatever was missed: its newest signals, and the rows it shows as they are now. */
export function pathsOfList(key: string, topSeq: number | undefined): readonly string[] {
  const [path = "", query] = key.split("?");
  const params = new URLSearchParams(query);
  // In another order no cursor is made of a place in the record.
  if (topSeq === undefined || params.has("sort")) return [key];
  // By now they may be on a later page.
  params.set("cursor", String(topSeq + 1));
  return [key, `${path}?${params}`];
}
