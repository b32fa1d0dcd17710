/** The outcome of a signal by the prices from its sources. All code that settles or verifies by prices uses this. */
import type { PriceRule, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import type { Direction, Settlement } from "#shared/contracts/signals.ts";

/** The data of a signal for deciding by prices; instants are milliseconds since the epoch. */
export interface PricedSignal {
  readonly rule: PriceRule;
  readonly direction: Direction;
  readonly entryAtMs: number;
  readonly expiresAtMs: number;
}

/** An outcome, or why the prices decide nothing. `void`: the prices show that the signal falls into a gap. */
export type PriceVerdict = Settlement | "void" | "stale" | "contradictory" | "disagreement";

/**
 * Decided if every source of the rule gives the same outcome. `prices` must be in the order of the rule's sources; otherwise the
 * result is `disagreement`.
 */
export function verdictByPrices(signal: PricedSignal, prices: readonly SourcePrices[]): PriceVerdict {
  const { sources } = signal.rule;
  if (prices.length !== sources.length || prices.some(({ address }, at) => address !== sources[at]))
    return "disagreement";
  const [first = "disagreement", ...others] = prices.map((ofSource) => verdictOfSource(signal, ofSource));
  const undecided = [first, ...others].find((verdict) => verdict === "stale" || verdict === "contradictory");
  if (undecided) return undecided;
  return others.every((verdict) => verdict === first) ? first : "disagreement";
}

/** The verdict by one source. */
export function verdictOfSource(
  { rule, direction, entryAtMs, expiresAtMs }: PricedSignal,
  { entry, expiry, later }: Omit<SourcePrices, "address" | "source">,
): Exclude<PriceVerdict, "disagreement"> {
  const isInOrder =
    isNotAfter(entry, entryAtMs) &&
    isNotAfter(expiry, expiresAtMs) &&
    followsOn(expiry, { last: entry, momentMs: entryAtMs }) &&
    (!later || followsOn(later, { last: expiry, momentMs: expiresAtMs }));
  if (!isInOrder) return "contradictory";
  const maxAgeMs = rule.max_quote_age_s * 1000;
  if (isRecent(entry, entryAtMs, maxAgeMs) && isRecent(expiry, expiresAtMs, maxAgeMs))
    return outcomeOf(direction, comparePrices(expiry.price, entry.price));
  // A quote from after the moment proves that there is a gap and that the source has not stopped.
  const goesOn = later !== undefined && !isNotAfter(later, expiresAtMs);
  const isEntryInGap = !isRecent(entry, entryAtMs, maxAgeMs) && (goesOn || !isNotAfter(expiry, entryAtMs));
  const isExpiryInGap = !isRecent(expiry, expiresAtMs, maxAgeMs) && goesOn;
  return isEntryInGap || isExpiryInGap ? "void" : "stale";
}

/** Whether a price at entry had been made by the time of publication, so that the trader could have known it. */
export function isPriceMade(prices: readonly SourcePrices[], publishedAtMs: number): boolean {
  return prices.some(({ entry }) => entry !== null && isNotAfter(entry, publishedAtMs));
}

/** A quote with its key: one source, asset and time have one price. */
export interface NamedQuote extends Pick<Quote, "at" | "price"> {
  readonly address: string;
  readonly asset: string;
}

/** All quotes in the sources' prices for a signal on this asset. */
export function quotesIn(asset: string, prices: readonly SourcePrices[]): NamedQuote[] {
  return prices.flatMap(({ address, entry, expiry, later }) =>
    [entry, expiry, later].flatMap((quote) =>
      quote ? [{ address, asset, at: quote.at, price: quote.price }] : [],
    ),
  );
}

/** Prices of quotes by `quoteKey`. */
export type QuotePrices = ReadonlyMap<string, string>;

export function quoteKey({ address, asset, at }: Omit<NamedQuote, "price">): string {
  return `${address} ${asset} ${at}`;
}

/** Adds quotes to the known ones. If one contradicts a known price, returns the first such quote and adds none. */
export function addQuotes(known: Map<string, string>, quotes: readonly NamedQuote[]): NamedQuote | undefined {
  const other = quotes.find(
    (quote) => comparePrices(known.get(quoteKey(quote)) ?? quote.price, quote.price) !== 0,
  );
  if (!other)
    for (const quote of quotes) known.set(quoteKey(quote), known.get(quoteKey(quote)) ?? quote.price);
  return other;
}

/** Compares two decimal numbers: positive if the first is larger, negative if the second is. Exact, whatever their length. */
export function comparePrices(first: string, second: string): number {
  const difference = toSteps(first) - toSteps(second);
  return difference === 0n ? 0 : difference > 0n ? 1 : -1;
}

/** The first decimal number minus the second, exact, with the decimals of the longer one. */
export function priceDifference(first: string, second: string): string {
  const steps = toSteps(first) - toSteps(second);
  const digits = Math.max(...[first, second].map((price) => price.split(".")[1]?.length ?? 0));
  const text = String(steps < 0n ? -steps : steps).padStart(FRACTION_DIGITS + 1, "0");
  const whole = text.slice(0, -FRACTION_DIGITS);
  const fraction = text.slice(-FRACTION_DIGITS).slice(0, digits);
  return `${steps < 0n ? "-" : ""}${whole}${digits > 0 ? "." : ""}${fraction}`;
}

const FRACTION_DIGITS = 12;

function toSteps(price: string): bigint {
  const [whole = "", fraction = ""] = price.split(".");
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, "0"));
}

function outcomeOf(direction: Direction, change: number): Settlement {
  if (change === 0) return "draw";
  return change > 0 === (direction === "up") ? "won" : "lost";
}

function isRecent(quote: Quote | null, momentMs: number, maxAgeMs: number): quote is Quote {
  return quote !== null && momentMs - Date.parse(quote.at) <= maxAgeMs;
}

/** Whether a quote is from the moment or before. */
function isNotAfter(quote: Quote | null, momentMs: number): boolean {
  return quote === null || Date.parse(quote.at) <= momentMs;
}

/** Whether a quote can be the last one at a later moment: it is later than `momentMs`, or equals the last quote at `momentMs`. */
function followsOn(
  quote: Quote | null,
  { last, momentMs }: { readonly last: Quote | null; readonly momentMs: number },
): boolean {
  if (quote === null) return last === null;
  if (!isNotAfter(quote, momentMs)) return true;
  return last !== null && quote.at === last.at && comparePrices(quote.price, last.price) === 0;
}
