/** SWR keys are API paths, so that the browser finds the answers that the server has put into the page under the same path. */
import { type SliceKind, ZONED_KINDS } from "#shared/contracts/slices.ts";
import type { Language } from "#shared/site/languages.ts";
import { FEEDS_PATH } from "#shared/site/routes.ts";
import { readPeriodEdge, readText } from "./list-query.ts";

/** Null tells SWR not to fetch. */
export type Key = string | null;

export const summaryKey = "/api/summary/";

/** Signals of all traders; with a query, a page of them. */
export const signalsPath = "/api/signals/";

/** Signals of the traders a member follows; with a query, a page of them. */
export const feedPath = "/api/profile/feed/";

/** Excludes single signals and the ranking of traders. */
export function isSignalList(key: string): boolean {
  const [path = ""] = key.split("?");
  return path === signalsPath || path === feedPath;
}

export const ledgerHeadKey = "/api/ledger/head/";

/** The newest signals of all, or of one trader. */
export function latestSignalsKey(limit: number, trader?: string): string {
  return withQuery(signalsPath, { trader, limit: String(limit) });
}

/**
 * A page of signals by the query of the signals page. Passes on only parameters that the API knows. Values that cannot be
 * parsed are passed on unchanged, so that the API refuses them and names the field.
 */
export function signalsKey(query: URLSearchParams): string {
  return withQuery(signalsPath, {
    ...signalFilters(query),
    sort: query.get("sort"),
    cursor: query.get("cursor"),
  });
}

/** The same selection as a CSV file that a double click opens in Excel. */
export function signalsCsvHref(query: URLSearchParams): string {
  return withQuery("/api/signals/export.csv/", { ...signalFilters(query), for: "excel" });
}

/** The same selection as a feed, newest first. */
export function signalsFeedHref(query: URLSearchParams, language: Language, format: "atom" | "json"): string {
  return withQuery(`${FEEDS_PATH}${language}/signals.${format}/`, signalFilters(query));
}

export function signalKey(id: string): string {
  return `${signalsPath}${encodeURIComponent(id)}/`;
}

/** Prices for the picture of a signal. */
export function signalPricesKey(id: string): string {
  return `${signalKey(id)}prices/`;
}

export const searchPath = "/api/search/";

export const busyAssetsKey = "/api/search/assets/";

/** The ranking; with a query, a page of it. */
export const tradersPath = "/api/traders/";

/** A page of traders by the query of the traders page. */
export function tradersKey(query: URLSearchParams): string {
  return withQuery(tradersPath, {
    trader: readText(query, "trader"),
    asset: readText(query, "asset"),
    active_since: readPeriodEdge(query, "active_since", "start"),
    min_decided: readText(query, "min_decided"),
    sort: query.get("sort"),
    cursor: query.get("cursor"),
  });
}

/** The first of the default ranking. */
export function topTradersKey(limit: number): string {
  return withQuery(tradersPath, { limit: String(limit) });
}

/** Search results for the text of the search page; null without a text. */
export function searchKey(query: URLSearchParams): string | null {
  const q = readText(query, "q");
  return q === "" ? null : withQuery(searchPath, { q });
}

/** With the figures of all signals, or only of those that were witnessed in time. */
export function traderKey(handle: string, isOnlyWitnessed = false): string {
  const path = `${tradersPath}${encodeURIComponent(handle)}/`;
  return withQuery(path, { witnessed: isOnlyWitnessed ? "in_time" : null });
}

/** One trader's record by one kind of slice; the zone matters only for kinds that depend on local time. */
export function slicesKey(handle: string, by: SliceKind, zone: string): string {
  const path = `${traderKey(handle)}slices/`;
  return withQuery(path, { by, zone: ZONED_KINDS.has(by) && zone !== "UTC" ? zone : null });
}

function signalFilters(query: URLSearchParams) {
  return {
    trader: readText(query, "trader"),
    asset: readText(query, "asset"),
    direction: readText(query, "direction"),
    outcome: readText(query, "outcome"),
    otc: readText(query, "otc"),
    late: readText(query, "late"),
    corrected: readText(query, "corrected"),
    from: readPeriodEdge(query, "from", "start"),
    to: readPeriodEdge(query, "to", "end"),
    witnessed: readText(query, "witnessed"),
  };
}

/** Path with the parameters that have a value. */
function withQuery(path: string, params: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(params).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const query = new URLSearchParams(given).toString();
  return query ? `${path}?${query}` : path;
}
