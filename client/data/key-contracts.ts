/** What the answers under pages' keys keep to, for whoever has to know before the hooks that show them. */
import type { GenericSchema } from "valibot";
import { LedgerHead } from "#shared/contracts/ledger.ts";
import { SearchResults } from "#shared/contracts/search.ts";
import { SignalDetail, SignalPage } from "#shared/contracts/signals.ts";
import { TraderSlices } from "#shared/contracts/slices.ts";
import { Summary, TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { ledgerHeadKey, searchPath, signalsPath, summaryKey, tradersKey } from "./keys.ts";

const tradersPath = tradersKey(new URLSearchParams());

/** By path, of what pages read without asking for one thing by its name. */
export const CONTRACTS: ReadonlyMap<string, GenericSchema> = new Map<string, GenericSchema>([
  [summaryKey, Summary],
  [signalsPath, SignalPage],
  [tradersPath, TraderPage],
  [ledgerHeadKey, LedgerHead],
  [searchPath, SearchResults],
]);

const DETAIL_CONTRACTS: ReadonlyMap<string, GenericSchema> = new Map<string, GenericSchema>([
  [signalsPath, SignalDetail],
  [tradersPath, TraderDetail],
]);

const SLICES_PATH = /^\/api\/traders\/[^/]+\/slices\/$/;

/** Null for a key that no page has. */
export function contractOf(key: string): GenericSchema | null {
  const [path = ""] = key.split("?");
  if (SLICES_PATH.test(path)) return TraderSlices;
  return CONTRACTS.get(path) ?? DETAIL_CONTRACTS.get(path.replace(/[^/]+\/$/, "")) ?? null;
}
