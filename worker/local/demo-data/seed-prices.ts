/** How seeded signals end if the demo's source has prices for their assets. */
import { createHash } from "node:crypto";
import type { PriceRule, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import type { Direction, NewSignal } from "#shared/contracts/signals.ts";
import type { Ending } from "#shared/record/ending.ts";
import { verdictByPrices } from "#shared/record/price-rule.ts";
import { DEMO_SOURCE, demoQuoteAt, demoReopeningMs } from "./demo-quotes.ts";
import { priceAnswerText } from "#worker/commands/prices/price-answer.ts";

/** The job that asks for prices runs once a minute. */
const JOB_INTERVAL_MS = 60_000;

interface PricedSeed {
  readonly id: string;
  readonly said: NewSignal;
  readonly rule: PriceRule;
}

export interface SeedEnd {
  readonly atMs: number;
  readonly end: Ending;
}

/**
 * The end by prices of a signal that was drawn to end otherwise, and the direction in which it is published: if it was drawn
 * as won or lost, the direction with that outcome. A signal that is withdrawn before its entry stays withdrawn.
 */
export function endByPrices(signal: PricedSeed, drawn: SeedEnd): SeedEnd & { readonly direction: Direction } {
  const { asset, direction, entry_at: entryAtMs, expires_at: expiresAtMs } = signal.said;
  if (drawn.end.cause === "void" && drawn.atMs < entryAtMs) return { ...drawn, direction };
  const jobMs = expiresAtMs + JOB_INTERVAL_MS;
  const atMs = drawn.atMs < expiresAtMs ? jobMs : Math.min(drawn.atMs, jobMs);
  const prices = pricesOf(signal);
  const verdict = verdictOf(signal, prices);
  switch (verdict) {
    case "draw":
      return { atMs, end: { cause: "prices", outcome: verdict, prices: [prices] }, direction };
    case "won":
    case "lost": {
      const { outcome: wanted } = drawn.end;
      const outcome = wanted === "won" || wanted === "lost" ? wanted : verdict;
      const turned = direction === "up" ? "down" : "up";
      return {
        atMs,
        end: { cause: "prices", outcome, prices: [prices] },
        direction: outcome === verdict ? direction : turned,
      };
    }
    case "void":
      return { atMs, end: { cause: "no_price", outcome: "void", prices: [prices] }, direction };
    case "stale": {
      // Only a quote from after a gap proves that it is one.
      const reopenedMs = demoReopeningMs(asset, atMs) + JOB_INTERVAL_MS;
      const shown = { ...prices, later: quoteAt(asset, reopenedMs) };
      return { atMs: reopenedMs, end: { cause: "no_price", outcome: "void", prices: [shown] }, direction };
    }
    case "contradictory":
    case "disagreement":
      throw new Error(`the quotes for ${signal.id} do not fit together`);
  }
}

function pricesOf({ said }: PricedSeed) {
  const { address, name: source } = DEMO_SOURCE;
  const entry = quoteAt(said.asset, said.entry_at);
  const expiry = quoteAt(said.asset, said.expires_at);
  return { address, source, entry, expiry } satisfies SourcePrices;
}

/** The source's answer, whose hash is stored. */
function quoteAt(asset: string, momentMs: number): Quote {
  const quote = demoQuoteAt(asset, momentMs);
  if (!quote) throw new Error(`${asset} has no quotes`);
  const text = priceAnswerText({ asset, ...quote, source: DEMO_SOURCE.name });
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { price: quote.price, at: new Date(quote.atMs).toISOString(), sha256 };
}

function verdictOf({ rule, said }: PricedSeed, prices: SourcePrices) {
  const { direction, entry_at: entryAtMs, expires_at: expiresAtMs } = said;
  return verdictByPrices({ rule, direction, entryAtMs, expiresAtMs }, [prices]);
}
