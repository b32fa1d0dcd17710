/** How an open signal ends: the payload of the ledger entry, the rules, and how the ending is counted. */
import { canonicalJson } from "#shared/encoding/canonical-json.ts";
import type { Evidence, SettledBy, SourcePrices } from "#shared/contracts/prices.ts";
import type { LedgerDraft, LedgerEntry } from "#shared/contracts/ledger.ts";
import type { Settlement } from "#shared/contracts/signals.ts";
import { isPriceMade, type PricedSignal, verdictByPrices } from "./price-rule.ts";
import {
  deadlineBreach,
  type Endable,
  endBreach,
  type EntryTime,
  isFromEntryOn,
  type RuleBreach,
} from "./record-rules.ts";
import type { CountedEnding } from "./tally.ts";

export type Ending =
  | { readonly cause: "result"; readonly outcome: Settlement; readonly evidence: Evidence }
  | { readonly cause: "prices"; readonly outcome: Settlement; readonly prices: readonly SourcePrices[] }
  | { readonly cause: "deadline"; readonly outcome: "lost" }
  | { readonly cause: "void"; readonly outcome: "void"; readonly reason: string }
  | { readonly cause: "no_price"; readonly outcome: "void"; readonly prices?: readonly SourcePrices[] };

type PayloadOf<Kind extends LedgerEntry["kind"]> = Extract<LedgerEntry, { kind: Kind }>["payload"];

/** The ending in the payload of an entry; a void by hand says no cause there, and no void its outcome. */
export function endingOf(
  payload: Exclude<PayloadOf<"settled">, { cause: "correction" }> | PayloadOf<"voided">,
): Ending {
  return { cause: "void", outcome: "void", ...payload };
}

/** The ledger entry for an ending. */
export function endDraft(signal_id: string, ending: Ending): LedgerDraft {
  switch (ending.cause) {
    case "void":
      return { kind: "voided", signal_id, payload: { reason: ending.reason } };
    case "no_price": {
      const { outcome: _void, prices, cause } = ending;
      return { kind: "voided", signal_id, payload: { cause, ...(prices && { prices: [...prices] }) } };
    }
    case "prices":
      return { kind: "settled", signal_id, payload: { ...ending, prices: [...ending.prices] } };
    case "result":
    case "deadline":
      return { kind: "settled", signal_id, payload: ending };
  }
}

/** Input of the rules of ending; `priced` is null for a signal without a price rule. */
export interface EndableSignal extends Endable {
  readonly priced: PricedSignal | null;
}

/** Why a signal cannot end this way at that time; null if it can. */
export function endingBreach(signal: EndableSignal, ending: Ending, time: EntryTime): RuleBreach | null {
  const { priced } = signal;
  switch (ending.cause) {
    case "result":
      return endBreach(signal, "result", time) ?? (priced ? "prices_decide" : null);
    case "void": {
      const isDecided = priced && isFromEntryOn(signal, time.atMs);
      const breach = endBreach(signal, "void", time) ?? (isDecided ? "prices_decide" : null);
      return breach ?? (ending.reason.trim() === "" ? "reason_missing" : null);
    }
    case "deadline":
      return deadlineBreach(signal, time) ?? (priced ? "deadline_not_lost" : null);
    case "prices":
      return endBreach(signal, "result", time) ?? priceBreach(priced, ending.outcome, ending.prices);
    case "no_price":
      return ending.prices
        ? (endBreach(signal, "result", time) ?? priceBreach(priced, "void", ending.prices))
        : (deadlineBreach(signal, time) ?? (priced ? null : "no_price_rule"));
  }
}

function priceBreach(
  priced: PricedSignal | null,
  outcome: Settlement | "void",
  prices: readonly SourcePrices[],
): RuleBreach | null {
  if (!priced) return "no_price_rule";
  return verdictByPrices(priced, prices) === outcome ? null : "outcome_not_by_prices";
}

/** Input of `countedEndingOf`; `isLate` is as of publication. */
export interface CountableSignal extends Pick<Endable, "entryAtMs"> {
  readonly publishedAtMs: number;
  readonly isLate: boolean;
}

/** How an ending at `atMs` is counted in the statistics. */
export function countedEndingOf(
  { entryAtMs, publishedAtMs, isLate }: CountableSignal,
  ending: Ending,
  atMs: number,
): CountedEnding {
  const isByPrices = ending.cause === "prices";
  const becameLate = isByPrices && !isLate && isPriceMade(ending.prices, publishedAtMs);
  if (ending.cause === "no_price") return { outcome: "void_unpriced", isByPrices, becameLate };
  const isLost = ending.cause === "void" && isFromEntryOn({ entryAtMs }, atMs);
  return { outcome: isLost ? "void_lost" : ending.outcome, isByPrices, becameLate };
}

/** Who decided the ending. */
export function settledByOf(ending: Ending): SettledBy {
  if (ending.cause === "deadline" || (ending.cause === "no_price" && !ending.prices)) return "deadline";
  return ending.cause === "prices" || ending.cause === "no_price" ? "prices" : "hand";
}

/** The public details of an ending; null for details that it does not have. */
export function saidOfEnd(ending: Ending | undefined) {
  return {
    void_reason: ending?.cause === "void" ? ending.reason : null,
    prices: (ending && "prices" in ending && ending.prices) || null,
    evidence: (ending && "evidence" in ending && ending.evidence) || null,
  };
}

/** The details of an ending as columns of `signals`. */
export function storedEndOf(
  ending: Ending,
  { isLost, isLate }: { readonly isLost: boolean; readonly isLate: boolean },
) {
  const { prices, evidence, void_reason: reason } = saidOfEnd(ending);
  return {
    outcome: ending.outcome,
    void_reason: reason,
    counts_as_lost: isLost ? 1 : 0,
    is_late: isLate ? 1 : 0,
    prices: prices && canonicalJson(prices),
    evidence: evidence && canonicalJson(evidence),
  };
}
