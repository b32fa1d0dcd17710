/**
 * What live news do to the answers a page holds. Rows that are shown change in place; none is added, taken out or moved
 * while somebody reads. Figures made from the record are asked for again, a little later and not all readers at once.
 */
import * as v from "valibot";
import type { LiveEvent } from "#shared/contracts/live.ts";
import { lastSeqOf, type Signal, SignalPage } from "#shared/contracts/signals.ts";
import { feedPath, ledgerHeadKey, signalKey, signalsPath, summaryKey, traderKey } from "./keys.ts";

export interface AnswerCache {
  /** Keys (API paths) of the answers the page holds. */
  readonly keys: () => readonly string[];
  readonly read: (key: string) => unknown;
  readonly write: (key: string, answer: SignalPage) => void;
}

/** Writes the newest state of each signal into the lists that show it. */
export function updateLists(cache: AnswerCache, signals: readonly Signal[]): void {
  for (const key of cache.keys().filter(isSignalList)) {
    const page = v.safeParse(SignalPage, cache.read(key));
    if (!page.success) continue;
    const updated = updateRows(page.output, signals);
    if (updated) cache.write(key, updated);
  }
}

/** Keys of answers, lists apart, that the events have made out of date. */
export interface OutdatedKeys {
  /** Of the signals themselves, with their ledger entries: few readers look at one signal. */
  readonly signals: readonly string[];
  /** Of figures made from all signals, which every reader has. */
  readonly figures: readonly string[];
}

export function outdatedKeys(cache: AnswerCache, events: readonly LiveEvent[]): OutdatedKeys {
  const signals = new Set(events.map(({ signal }) => signalKey(signal.id)));
  const figures = new Set(events.map(({ signal }) => traderKey(signal.trader.handle)));
  if (events.length > 0) figures.add(summaryKey).add(ledgerHeadKey);
  const keys = cache.keys();
  return {
    signals: keys.filter((key) => signals.has(key)),
    figures: keys.filter((key) => figures.has(key)),
  };
}

/**
 * Paths that bring a list up to date whatever was missed: its newest signals, and the rows it shows as they are now, which
 * by then may be on a later page.
 */
export function pathsOfList(cache: AnswerCache, key: string): readonly string[] {
  const page = v.safeParse(SignalPage, cache.read(key));
  const top = page.success ? page.output.results[0] : undefined;
  if (!top) return [key];
  const [path = "", query] = key.split("?");
  const params = new URLSearchParams(query);
  params.set("cursor", String(top.published_seq + 1));
  return [key, `${path}?${params}`];
}

/**
 * A page of signals, of all or of the traders a member follows; not a single one, and not the ranking of traders, whose
 * rows would change places.
 */
export function isSignalList(key: string): boolean {
  const [path = ""] = key.split("?");
  return path === signalsPath || path === feedPath;
}

/** Null where nothing on the page has changed. Of two states of a signal the one with the later ledger entry is the newer. */
function updateRows(page: SignalPage, signals: readonly Signal[]): SignalPage | null {
  const results = page.results.map((row) =>
    signals.reduce(
      (newest, signal) => (signal.id === row.id && lastSeqOf(signal) > lastSeqOf(newest) ? signal : newest),
      row,
    ),
  );
  return results.every((row, index) => row === page.results[index]) ? null : { ...page, results };
}
