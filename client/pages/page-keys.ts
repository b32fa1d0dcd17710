/** The API paths that each page with data requests. */
import { SLICE_KINDS, type SliceKind } from "#shared/contracts/slices.ts";
import type { PageKeys, PageLocation, PageModules } from "./page-module.ts";
import {
  busyAssetsKey,
  latestSignalsKey,
  searchKey,
  signalKey,
  signalPricesKey,
  signalsKey,
  slicesKey,
  summaryKey,
  topTradersKey,
  traderKey,
  tradersKey,
} from "#client/data/keys.ts";
import { COMPARED, comparedHandles } from "./traders/compare/compared-handles.ts";

export const LATEST_ON_HOME = 6;

export const LEADERS_ON_HOME = 3;

/** Number of signals shown below a trader's statistics. */
export const LATEST_OF_TRADER = 10;

/** The signal or trader that the page's address names. */
export function signalSubject({ params: { id } }: PageLocation): string | null {
  return id === undefined ? null : signalKey(id);
}

export function traderSubject({ params: { handle }, searchParams }: PageLocation): string | null {
  return handle === undefined ? null : traderKey(handle, isOnlyWitnessed(searchParams));
}

/** True if the page of a trader shows only the figures of signals that were witnessed in time. */
export function isOnlyWitnessed(searchParams: URLSearchParams): boolean {
  return searchParams.get("witnessed") === "in_time";
}

/** The kind of slices on the page of a trader. */
export function sliceKindOf(searchParams: URLSearchParams): SliceKind {
  const by = searchParams.get("by");
  return SLICE_KINDS.find((kind) => kind === by) ?? "asset";
}

export const PAGE_KEYS: Partial<PageModules<PageKeys>> = {
  home: () => [topTradersKey(LEADERS_ON_HOME), latestSignalsKey(LATEST_ON_HOME), summaryKey],
  about: () => [summaryKey],
  signal(location) {
    const { id } = location.params;
    return id === undefined
      ? [signalsKey(location.searchParams), busyAssetsKey]
      : [signalKey(id), signalPricesKey(id)];
  },
  search({ searchParams }) {
    const key = searchKey(searchParams);
    return key === null ? [] : [key];
  },
  traders(location) {
    const subject = traderSubject(location);
    const { searchParams, params } = location;
    const { handle } = params;
    if (subject === null || handle === undefined) {
      const compared = comparedHandles(searchParams);
      if (compared.length === 0) return [tradersKey(searchParams)];
      return compared.length > COMPARED.most ? [] : compared.map((trader) => traderKey(trader));
    }
    const kinds = isOnlyWitnessed(searchParams) ? [] : ["month" as const, sliceKindOf(searchParams)];
    return [
      subject,
      latestSignalsKey(LATEST_OF_TRADER, handle),
      ...new Set(kinds.map((by) => slicesKey(handle, by, "UTC"))),
    ];
  },
};
