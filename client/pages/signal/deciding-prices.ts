/** The quotes on the record that decided a signal; with two sources, those of the first. */
import type { Quote } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";

/** Null for a signal that is open, was settled by hand, or falls into a gap between quotes. */
export function decidingPrices({
  outcome,
  prices,
}: Signal): { readonly entry: Quote; readonly expiry: Quote } | null {
  const [first] = prices ?? [];
  return outcome !== "void" && first?.entry && first.expiry
    ? { entry: first.entry, expiry: first.expiry }
    : null;
}
