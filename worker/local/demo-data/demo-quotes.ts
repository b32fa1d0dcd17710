/**
 * Artificial quotes for the demo, the same for an asset and a moment on every machine, in the past and in the future.
 * Currencies and metals have none from Friday 22:00 to Sunday 22:00 UTC, while their markets are closed.
 */
import { MAX_QUOTE_AGE_SECONDS } from "#shared/contracts/prices.ts";
import type { PriceConfig } from "#worker/api/signals/price-config.ts";
import type { QuoteAt } from "#worker/commands/prices/quotes.ts";
import { HOUR_MS, SECOND_MS } from "#shared/time/time-units.ts";

const WEEK_MS = 7 * 24 * HOUR_MS;
/** Quotes come every ten seconds. */
const QUOTE_STEP_MS = 10 * SECOND_MS;
/** A Sunday, 22:00 UTC. */
const MARKET_OPENS_MS = Date.UTC(1970, 0, 4, 22);
const MARKET_WEEK_MS = 5 * 24 * HOUR_MS;

interface DemoMarket {
  /** Approximate price. */
  readonly level: number;
  /** Move per day, relative to the price. */
  readonly dailyMove: number;
  /** Decimal places. */
  readonly digits: number;
  readonly isOpenOnWeekends?: true;
}

const MARKETS: Readonly<Record<string, DemoMarket>> = {
  "EUR/USD": { level: 1.085, dailyMove: 0.005, digits: 5 },
  "GBP/USD": { level: 1.272, dailyMove: 0.006, digits: 5 },
  "USD/JPY": { level: 154.2, dailyMove: 0.006, digits: 3 },
  "EUR/GBP": { level: 0.853, dailyMove: 0.0035, digits: 5 },
  "AUD/CAD": { level: 0.904, dailyMove: 0.004, digits: 5 },
  "EUR/CHF": { level: 0.941, dailyMove: 0.0035, digits: 5 },
  "XAU/USD": { level: 4080, dailyMove: 0.01, digits: 2 },
  "XAG/USD": { level: 48.6, dailyMove: 0.018, digits: 3 },
  "BTC/USD": { level: 96_400, dailyMove: 0.025, digits: 2, isOpenOnWeekends: true },
  "ETH/USD": { level: 3180, dailyMove: 0.035, digits: 2, isOpenOnWeekends: true },
};

const SOURCE_PORT = 8789;
const SOURCE_ADDRESS = `127.0.0.1:${SOURCE_PORT}`;

/** The source that gives them while `npm start` runs. Its address is on the record, so it cannot be changed. */
export const DEMO_SOURCE = {
  name: "Demo quotes",
  port: SOURCE_PORT,
  address: SOURCE_ADDRESS,
  url: `http://${SOURCE_ADDRESS}`,
  assets: Object.keys(MARKETS),
} as const;

/** The demo site's configuration. */
export const DEMO_PRICES: PriceConfig = {
  sources: [DEMO_SOURCE],
  maxQuoteAgeSeconds: MAX_QUOTE_AGE_SECONDS.default,
  assets: DEMO_SOURCE.assets,
};

/** The last quote at or before a moment; null for an unknown asset. */
export function demoQuoteAt(asset: string, momentMs: number): QuoteAt | null {
  const market = MARKETS[asset];
  if (!market) return null;
  const atMs = lastQuoteMs(market, momentMs);
  return { atMs, price: priceOf(asset, market, atMs / QUOTE_STEP_MS) };
}

function lastQuoteMs({ isOpenOnWeekends }: DemoMarket, momentMs: number): number {
  const onGridMs = momentMs - (momentMs % QUOTE_STEP_MS);
  const sinceOpeningMs = (onGridMs - MARKET_OPENS_MS) % WEEK_MS;
  const isOpen = isOpenOnWeekends || sinceOpeningMs < MARKET_WEEK_MS;
  return isOpen ? onGridMs : onGridMs - sinceOpeningMs + MARKET_WEEK_MS - QUOTE_STEP_MS;
}

/** When an asset without a recent quote has quotes again; the moment itself if it has one. */
export function demoReopeningMs(asset: string, momentMs: number): number {
  const market = MARKETS[asset];
  if (!market || momentMs - lastQuoteMs(market, momentMs) < QUOTE_STEP_MS) return momentMs;
  return momentMs - ((momentMs - MARKET_OPENS_MS) % WEEK_MS) + WEEK_MS;
}

const OCTAVES = 10;
/** What the layer of a day adds at most, relative to the first. */
const DAY_AMPLITUDE = 90;

/**
 * Ten layers of noise, each four times as slow as the one before and twice as strong, like a random walk: over four times
 * the time, a price moves twice as far. Uses only sums and products, which every machine rounds alike.
 */
function priceOf(asset: string, { level, dailyMove, digits }: DemoMarket, step: number): string {
  const seed = hashOf(asset);
  let move = 0;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const period = 4 ** octave;
    const cell = Math.floor(step / period);
    const part = step / period - cell;
    const [here, next] = [noiseOf(seed + octave, cell), noiseOf(seed + octave, cell + 1)];
    move += 2 ** octave * (here + part * (next - here));
  }
  return (level * (1 + (dailyMove * move) / DAY_AMPLITUDE)).toFixed(digits);
}

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return Math.imul(hash, 0x9e3779b1);
}

/** -1 to below 1; the mixing of MurmurHash3 by A. Appleby (public domain). */
function noiseOf(seed: number, cell: number): number {
  let mixed = Math.imul(seed, 0x85ebca6b) ^ cell;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) / 2 ** 31;
}

/** A file for `npm run prices`: the last quotes at or before some moments, and all quotes of a period. */
export function demoQuoteLines(
  moments: Iterable<{ readonly asset: string; readonly atMs: number }>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): string {
  const lines = ["time,asset,price"];
  const add = (asset: string, momentMs: number): void => {
    const quote = demoQuoteAt(asset, momentMs);
    if (quote) lines.push(`${new Date(quote.atMs).toISOString()},${asset},${quote.price}`);
  };
  for (const { asset, atMs } of moments) add(asset, atMs);
  for (const asset of DEMO_SOURCE.assets) {
    // While a market is closed, its last quote is repeated.
    for (let atMs = fromMs; atMs <= toMs; atMs += QUOTE_STEP_MS) add(asset, atMs);
  }
  return `${lines.join("\n")}\n`;
}
