/** The demo's price source answers with the same quotes as the seed data has. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Quote } from "#shared/contracts/prices.ts";
import { type PriceProcess, startPrices } from "#tests/support/price-process.ts";
import { DEMO_SOURCE, demoQuoteAt, demoQuoteLines } from "#worker/local/demo-data/demo-quotes.ts";
import { generateSeedEvents } from "#worker/local/demo-data/seed-events.ts";

const DAY_MS = 24 * 3_600_000;
const END_MS = Date.UTC(2026, 10, 1, 12);
const OPTIONS = { signals: 2000, endMs: END_MS };

/** Each quote on the record, and the moment that it is asked for. */
const quoted = [...generateSeedEvents(OPTIONS)].flatMap((event) => {
  if (event.kind !== "ended" || !("prices" in event.end)) return [];
  const { asset, entry_at, expires_at } = event.signal.said;
  return (event.end.prices ?? []).flatMap(({ entry, expiry, later }) => [
    { asset, atMs: entry_at, quote: entry },
    { asset, atMs: expires_at, quote: expiry },
    { asset, atMs: event.atMs, quote: later },
  ]);
});

let source: PriceProcess;

beforeAll(async () => {
  const time = { fromMs: END_MS - DAY_MS, toMs: END_MS };
  source = await startPrices(demoQuoteLines(quoted, time), "--source", DEMO_SOURCE.name);
});
afterAll(() => source.stop());

async function ask(asset: string, atMs: number): Promise<Quote> {
  const query = new URLSearchParams({ asset, at: new Date(atMs).toISOString() });
  const bytes = await (await fetch(`${source.url}/prices/?${query}`)).bytes();
  const { price, at } = JSON.parse(Buffer.from(bytes).toString());
  return { price, at, sha256: createHash("sha256").update(bytes).digest("hex") };
}

it("the demo price source answers exactly the quotes that the seeded signals contain", async () => {
  expect(quoted.filter(({ quote }) => quote).length).toBeGreaterThan(800);
  for (const { asset, atMs, quote } of quoted) if (quote) expect(await ask(asset, atMs)).toEqual(quote);
});

it("the demo price source has the same quotes for every asset at any time as the seed", async () => {
  for (const asset of DEMO_SOURCE.assets)
    for (let atMs = END_MS - DAY_MS; atMs <= END_MS; atMs += 7_654_321) {
      const { price, at } = await ask(asset, atMs);
      expect({ price, atMs: Date.parse(at) }).toEqual(demoQuoteAt(asset, atMs));
    }
});

it("demo quotes stop for the weekend, except for cryptocurrencies", () => {
  const saturdayMs = Date.UTC(2026, 9, 31, 12);
  const closing = { atMs: Date.UTC(2026, 9, 30, 21, 59, 50) };
  expect(demoQuoteAt("EUR/USD", saturdayMs)).toMatchObject(closing);
  expect(demoQuoteAt("EUR/USD", closing.atMs + 9_999)).toMatchObject(closing);
  const openingMs = Date.UTC(2026, 10, 1, 22);
  expect(demoQuoteAt("EUR/USD", openingMs - 1)).toMatchObject(closing);
  expect(demoQuoteAt("EUR/USD", openingMs)).toMatchObject({ atMs: openingMs });
  expect(demoQuoteAt("BTC/USD", saturdayMs)).toMatchObject({ atMs: saturdayMs });
  expect(demoQuoteAt("EURUSD_otc", saturdayMs)).toBeNull();
});

it("demo prices move further in a longer time, but by less than 5% a day on average", () => {
  const priceOf = (atMs: number) => Number(demoQuoteAt("BTC/USD", atMs)?.price);
  const moveWithin = (timeMs: number) => {
    const moves = Array.from({ length: 500 }, (_, at) => {
      const startMs = END_MS - at * 17 * 3_600_000;
      return Math.abs(priceOf(startMs) / priceOf(startMs - timeMs) - 1);
    });
    return moves.reduce((sum, move) => sum + move, 0) / moves.length;
  };
  expect(moveWithin(60_000)).toBeGreaterThan(0.0001);
  expect(moveWithin(DAY_MS / 24)).toBeGreaterThan(3 * moveWithin(60_000));
  expect(moveWithin(DAY_MS)).toBeGreaterThan(2 * moveWithin(DAY_MS / 24));
  expect(moveWithin(DAY_MS)).toBeLessThan(0.05);
});

it("demo prices settle the signals that have a source, and some end without a price", () => {
  const ends = new Map<string, number>();
  for (const event of generateSeedEvents(OPTIONS)) {
    if (event.kind !== "ended") continue;
    const { cause, outcome } = event.end;
    const name = [event.signal.rule ? "priced" : "other", cause, outcome].join(" ");
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  const names = [...ends.keys()];
  for (const outcome of ["won", "lost"]) {
    expect(ends.get(`priced prices ${outcome}`)).toBeGreaterThan(700);
  }
  expect(names.filter((name) => name.startsWith("priced result"))).toEqual([]);
  expect(ends.get("priced prices draw")).toBeGreaterThan(0);
  expect(ends.get("priced no_price void")).toBeGreaterThan(2);
  // Over the counter nothing is asked.
  expect(names.some((name) => name.startsWith("other result"))).toBe(true);
});
