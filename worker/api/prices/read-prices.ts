/** What the sources of a signal's rule say about it now. */
import type { PriceFault, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import type { Ending } from "#shared/record/ending.ts";
import {
  comparePrices,
  type PricedSignal,
  verdictByPrices,
  verdictOfSource,
} from "#shared/record/price-rule.ts";
import type { AskSource, SourceAnswer } from "./ask-source.ts";
import type { PriceConfig, PriceSource } from "#worker/api/signals/index.ts";

export interface PriceReading {
  /** The ending that they give; null if they give none. */
  readonly ending: Ending | null;
  /** Why they give none, and which source is at fault; its address is null if all are. */
  readonly fault: (Fault & { readonly address: string | null }) | null;
}

interface Fault {
  readonly reason: PriceFault;
  /** The source failed on other signals: it was not asked about this one. */
  readonly isUnasked: boolean;
}

interface AskedSignal {
  readonly asset: string;
  readonly priced: PricedSignal;
}

/** Asks every source of the rule; `nowMs` is after the signal's expiry. */
export async function readPrices(
  signal: AskedSignal,
  nowMs: number,
  { config, ask }: { readonly config: PriceConfig; readonly ask: AskSource },
): Promise<PriceReading> {
  const said = await Promise.all(
    signal.priced.rule.sources.map(async (address) => {
      const source = config.sources.find((configured) => configured.address === address);
      if (!source) return { address, ...NOT_CONFIGURED };
      const said = await askAbout(source, signal, nowMs, ask);
      return { address, ...(isPossible(said, signal.asset, config) ? said : MALFORMED) };
    }),
  );
  const failed = said.find(({ fault }) => fault !== null);
  if (failed?.fault) return { ending: null, fault: { ...failed.fault, address: failed.address } };
  return judge(
    signal.priced,
    said.flatMap(({ prices }) => prices ?? []),
  );
}

function judge(priced: PricedSignal, prices: readonly SourcePrices[]): PriceReading {
  const verdict = verdictByPrices(priced, prices);
  switch (verdict) {
    case "void":
      return { ending: { cause: "no_price", outcome: "void", prices }, fault: null };
    case "won":
    case "lost":
    case "draw":
      return { ending: { cause: "prices", outcome: verdict, prices }, fault: null };
    case "stale":
    case "contradictory":
    case "disagreement":
      return { ending: null, fault: { ...faultOf(verdict), address: null } };
  }
}

interface SaidOfSignal {
  readonly prices: SourcePrices | null;
  readonly fault: Fault | null;
}

function faultOf(reason: PriceFault): Fault {
  return { reason, isUnasked: false };
}

const NOT_CONFIGURED: SaidOfSignal = { prices: null, fault: faultOf("not_configured") };
const MALFORMED: SaidOfSignal = { prices: null, fault: faultOf("malformed") };

async function askAbout(
  source: PriceSource,
  { asset, priced }: AskedSignal,
  nowMs: number,
  ask: AskSource,
): Promise<SaidOfSignal> {
  const { entryAtMs, expiresAtMs } = priced;
  const [entry, expiry] = await Promise.all([ask(source, asset, entryAtMs), ask(source, asset, expiresAtMs)]);
  const first = pricesOf(source, [entry, expiry]);
  if (first.fault || (first.prices && verdictOfSource(priced, first.prices) !== "stale"))
    return withVerdict(priced, first);
  // Only a quote from after a gap proves that it is one.
  const later = await askLater(source, asset, { expiresAtMs, nowMs, ask });
  return withVerdict(priced, pricesOf(source, [entry, expiry, later]));
}

interface Later {
  readonly expiresAtMs: number;
  readonly nowMs: number;
  readonly ask: AskSource;
}

/** The newest quote, or one from half-way back if the current price is not settled yet. */
async function askLater(source: PriceSource, asset: string, { expiresAtMs, nowMs, ask }: Later) {
  const newest = await ask(source, asset, nowMs);
  if (newest.kind !== "fault" || newest.reason !== "unsettled") return newest;
  return ask(source, asset, Math.floor((expiresAtMs + nowMs) / 2));
}

function pricesOf(
  { address }: PriceSource,
  answers: readonly [entry: SourceAnswer, expiry: SourceAnswer, later?: SourceAnswer],
): SaidOfSignal {
  for (const answer of answers) {
    if (answer?.kind === "fault") return { prices: null, fault: faultOf(answer.reason) };
    if (answer?.kind === "unasked") return { prices: null, fault: { reason: "down", isUnasked: true } };
  }
  const names = new Set(answers.flatMap((answer) => (answer?.kind === "quote" ? [answer.source] : [])));
  const [source, ...others] = names;
  if (source === undefined) return { prices: null, fault: answers.length > 2 ? faultOf("stale") : null };
  if (others.length > 0) return { prices: null, fault: faultOf("contradictory") };
  const [entry, expiry, later] = answers.map(quoteOf);
  return {
    prices: {
      address,
      source,
      entry: entry ?? null,
      expiry: expiry ?? null,
      ...(later && { later }),
    },
    fault: null,
  };
}

function quoteOf(answer: SourceAnswer | undefined): Quote | null {
  return answer?.kind === "quote" ? answer.quote : null;
}

/** Whether all prices are above 0, as they must be unless the operator names the asset: a source sends 0 if it has no price. */
function isPossible({ prices }: SaidOfSignal, asset: string, { belowZero = [] }: PriceConfig): boolean {
  if (prices === null || belowZero.includes(asset)) return true;
  return [prices.entry, prices.expiry, prices.later].every(
    (quote) => !quote || comparePrices(quote.price, "0") > 0,
  );
}

/** A result that decides nothing is a fault of this source. */
function withVerdict(priced: PricedSignal, said: SaidOfSignal): SaidOfSignal {
  const verdict = said.prices && verdictOfSource(priced, said.prices);
  return verdict === "stale" || verdict === "contradictory"
    ? { prices: null, fault: faultOf(verdict) }
    : said;
}
