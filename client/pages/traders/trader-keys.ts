/** What the traders page shows: the trader its address names with the latest signals, or the ranking. */
import type { PageLocation } from "#client/app/page-module.ts";
import { latestSignalsKey, traderKey, tradersKey } from "#client/data/keys.ts";

/** Signals shown below a trader's statistics. */
export const LATEST_OF_TRADER = 10;

export function traderSubject({ params }: PageLocation): string | null {
  return params["handle"] === undefined ? null : traderKey(params["handle"]);
}

export function traderKeys({ params, searchParams }: PageLocation): readonly string[] {
  const { handle } = params;
  if (handle === undefined) return [tradersKey(searchParams)];
  return [traderKey(handle), latestSignalsKey(LATEST_OF_TRADER, handle)];
}
