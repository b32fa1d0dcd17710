/**
 * Prices around a signal, for its picture: `GET {url}/prices/series/?asset=EUR/USD&from=…&to=…`, as described in README.md in
 * this folder. They decide nothing and are stored nowhere. A source that has none, or is at fault, leaves the picture out.
 */
import { LRUCache } from "lru-cache";
import * as v from "valibot";
import { type PricePoint, PriceSeriesAnswer, type SignalPrices } from "#shared/contracts/prices.ts";
import type { Signal } from "#shared/contracts/signals.ts";
import { LEAD_SHARE, MAX_PRICE_ANSWER_BYTES, PRICE_SERIES } from "#shared/limits/prices.ts";
import { comparePrices } from "#shared/record/price-rule.ts";
import { MINUTE_MS } from "#shared/time/time-units.ts";
import { parseJson } from "#worker/api/json-text.ts";
import { type PriceConfig, type PriceSource, priceRuleFor } from "#worker/api/signals/index.ts";
import { fetchBounded } from "#worker/http/fetch-bounded.ts";

interface Question {
  readonly asset: string;
  readonly fromMs: number;
  readonly toMs: number;
}

const NONE: SignalPrices = { address: null, points: [] };

/** Answers by address. While a signal is open its prices are not final, so they are kept for a minute only. */
const kept = new LRUCache<string, readonly PricePoint[]>({ max: PRICE_SERIES.kept });

/** How often sources may still be asked in this minute. */
const allowance = { minute: 0, left: 0 };

/** The newest quote of the first source, if it is recent enough to decide a signal on the asset. Never rejects. */
export async function readLatestPrice(
  asset: string,
  config: PriceConfig,
  nowMs: number,
): Promise<SignalPrices> {
  const [source] = config.sources;
  if (!source || !priceRuleFor(config, asset)) return NONE;
  const question = { asset, fromMs: nowMs - 1000 * config.maxQuoteAgeSeconds, toMs: nowMs };
  const points = (await askForSeries(seriesAddress(source, question), question, nowMs)) ?? [];
  return possible(points.slice(-1), asset, source, config);
}

/** Asks the first source of the signal's rule that is still configured. Never rejects. */
export async function readSignalPrices(
  { asset, entry_at, expires_at, outcome, price_rule }: Signal,
  config: PriceConfig,
  nowMs: number,
): Promise<SignalPrices> {
  const source = config.sources.find(({ address }) => price_rule?.sources.includes(address));
  const [entryMs, expiresMs] = [Date.parse(entry_at), Date.parse(expires_at)];
  const fromMs = Math.floor(entryMs - (expiresMs - entryMs) * LEAD_SHARE);
  const toMs = Math.min(expiresMs, minuteOf(nowMs) * MINUTE_MS);
  if (!source || outcome === "void" || toMs <= fromMs) return NONE;
  const question = { asset, fromMs, toMs };
  const address = seriesAddress(source, question);
  const key = outcome === "open" ? `${address} ${minuteOf(nowMs)}` : address;
  const points = kept.get(key) ?? (await askForSeries(address, question, nowMs));
  if (points) kept.set(key, points);
  return possible(points ?? [], asset, source, config);
}

function possible(
  points: readonly PricePoint[],
  asset: string,
  { address }: PriceSource,
  { belowZero = [] }: PriceConfig,
): SignalPrices {
  const isPossible = belowZero.includes(asset) || points.every(({ price }) => comparePrices(price, "0") > 0);
  return points.length > 0 && isPossible ? { address, points: [...points] } : NONE;
}

function seriesAddress({ url }: PriceSource, { asset, fromMs, toMs }: Question): string {
  const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()];
  return `${url}/prices/series/?${new URLSearchParams({ asset, from, to }).toString()}`;
}

/** Null if the source is at fault, or was asked too often. */
async function askForSeries(
  address: string,
  question: Question,
  nowMs: number,
): Promise<readonly PricePoint[] | null> {
  const minute = minuteOf(nowMs);
  if (allowance.minute !== minute) Object.assign(allowance, { minute, left: PRICE_SERIES.perMinute });
  if (allowance.left <= 0) return null;
  allowance.left -= 1;
  const points = await fetchSeries(address, question);
  if (!points) allowance.left = 0;
  return points;
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}

/** Null if the source is at fault. */
async function fetchSeries(
  address: string,
  { asset, fromMs, toMs }: Question,
): Promise<readonly PricePoint[] | null> {
  const deadline = AbortSignal.timeout(PRICE_SERIES.answerMs);
  try {
    const bounds = { maxBytes: MAX_PRICE_ANSWER_BYTES, deadline };
    const { status, bytes } = await fetchBounded(
      address,
      { headers: { Accept: "application/json" } },
      bounds,
    );
    // It has no series, or none of this asset; or the price at the end is not final yet.
    if (status === 404 || status === 425) return [];
    if (status !== 200) return null;
    const { asset: answered, points } = v.parse(
      PriceSeriesAnswer,
      parseJson(new TextDecoder().decode(bytes)),
    );
    const isInOrder = points.every(({ at }, index) => at >= (points[index - 1]?.at ?? fromMs) && at <= toMs);
    if (answered !== asset || !isInOrder) return null;
    return points.map(({ at, price }) => ({ at: new Date(at).toISOString(), price }));
  } catch {
    return null;
  }
}
