/** Acts on signals that prices decide, for `chained`. */
import type { PriceRule, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import { type Act, DAY_MINUTES, instant, published } from "./chained.ts";

export const RULE: PriceRule = {
  sources: ["prices.test"],
  max_quote_age_s: 60,
  equal: "draw",
  no_price: "void",
};
export const GRACE_MINUTES = 7 * DAY_MINUTES;

/** Published at minute 1 with a price rule: entry at 2, expiry at 7. */
export function priced(id: string, changes: Parameters<typeof published>[2] = {}): Act {
  return published(id, 1, { price_rule: RULE, settle_by: instant(7 + GRACE_MINUTES), ...changes });
}

export function quote(price: string, minutes: number): Quote {
  return { price, at: instant(minutes), sha256: "0".repeat(64) };
}

/** 1.1 at entry, 1.2 at expiry. */
export const RISEN: SourcePrices = {
  address: "prices.test",
  source: "A source",
  entry: quote("1.1", 2),
  expiry: quote("1.2", 7),
};
/** The quote at entry is a minute and a second old. */
export const GAP: SourcePrices = { ...RISEN, entry: quote("1.1", 1 - 1 / 60) };

export function byPrices(id: string, outcome: "won" | "lost" | "draw", prices = [RISEN], minutes = 8): Act {
  const payload = { outcome, cause: "prices" as const, prices };
  return { at: instant(minutes), kind: "settled", signal_id: id, payload };
}

export function unpriced(id: string, minutes: number, prices?: SourcePrices[]): Act {
  const payload = { cause: "no_price" as const, ...(prices && { prices }) };
  return { at: instant(minutes), kind: "voided", signal_id: id, payload };
}
