/** What each page with data asks the API for. */
import type { PageKeys, PageLocation, PageModules } from "./page-module.ts";
import {
  latestSignalsKey,
  ledgerHeadKey,
  signalKey,
  signalsKey,
  summaryKey,
  traderKey,
  tradersKey,
} from "#client/data/keys.ts";

export const LATEST_ON_HOME = 6;

/** Signals shown below a trader's statistics. */
export const LATEST_OF_TRADER = 10;

/** The one signal, or trader, that the page's address names. */
export function signalSubject({ params: { id } }: PageLocation): string | null {
  return id === undefined ? null : signalKey(id);
}

export function traderSubject({ params: { handle }, searchParams }: PageLocation): string | null {
  return handle === undefined ? null : traderKey(handle, isOnlyWitnessed(searchParams));
}

/** Whether the page of a trader shows the figures of those signals alone that were witnessed in time. */
export function isOnlyWitnessed(searchParams: URLSearchParams): boolean {
  return searchParams.get("witnessed") === "in_time";
}

export const PAGE_KEYS: Partial<PageModules<PageKeys>> = {
  home: () => [summaryKey, latestSignalsKey(LATEST_ON_HOME)],
  about: () => [ledgerHeadKey],
  signal: (location) => [signalSubject(location) ?? signalsKey(location.searchParams)],
  traders(location) {
    const subject = traderSubject(location);
    if (subject === null) return [tradersKey(location.searchParams)];
    return [subject, latestSignalsKey(LATEST_OF_TRADER, location.params.handle)];
  },
};
