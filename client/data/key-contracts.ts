/** The contracts of the answers under pages' keys, for code that needs them before the hooks run. */
import type { GenericSchema } from "valibot";
import { SignalPrices } from "#shared/contracts/prices.ts";
import { BusyAssets, SearchResults } from "#shared/contracts/search.ts";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { TraderSlices } from "#shared/contracts/slices.ts";
import { Summary, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { busyAssetsKey, searchPath, signalsPath, summaryKey, tradersPath } from "./keys.ts";

/** Contracts of the fixed paths, without an id or handle. */
export const CONTRACTS: ReadonlyMap<string, GenericSchema> = new Map<string, GenericSchema>([
  [summaryKey, Summary],
  [signalsPath, SignalPage],
  [tradersPath, TraderPage],
  [searchPath, SearchResults],
  [busyAssetsKey, BusyAssets],
]);

const DETAIL_CONTRACTS: ReadonlyMap<string, GenericSchema> = new Map<string, GenericSchema>([
  [signalsPath, SignalDetail],
  [tradersPath, TraderDetail],
]);

const SLICES_PATH = /^\/api\/traders\/[^/]+\/slices\/$/;
const PRICES_PATH = /^\/api\/signals\/[^/]+\/prices\/$/;

/** True for optional data: if it cannot be loaded, the page omits it and is still complete. */
export function isAdornment(key: string): boolean {
  return key === busyAssetsKey || PRICES_PATH.test(key);
}

/** Null for a key that no page uses. */
export function contractOf(key: string): GenericSchema | null {
  const [path = ""] = key.split("?");
  if (SLICES_PATH.test(path)) return TraderSlices;
  if (PRICES_PATH.test(path)) return SignalPrices;
  return CONTRACTS.get(path) ?? DETAIL_CONTRACTS.get(path.replace(/[^/]+\/$/, "")) ?? null;
}
