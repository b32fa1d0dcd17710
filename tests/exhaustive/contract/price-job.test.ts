/** The minute's job: many signals at once, overlapping runs, and a real price source. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PriceRule } from "#shared/contracts/prices.ts";
import { startPrices } from "#tests/support/price-process.ts";
import { GODWIT, MINUTE_MS, type PricedRecord, startPricedRecord } from "#tests/support/priced-record.ts";
import { type PriceSourceDouble, saying, startPriceSource } from "#tests/support/price-source.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import type { SeedEvent } from "#worker/local/demo-data/seed-events.ts";
import { PRICE_QUESTIONS_AT_ONCE } from "#shared/limits/prices.ts";

const SIGNALS = 500;

/** Each with moments of its own: none of the answers serves two signals. */
function* manySignals(
  startMs: number,
  rule: PriceRule,
  count = SIGNALS,
  assetOf = (_index: number) => "EUR/USD",
): Generator<SeedEvent> {
  yield { kind: "joined", atMs: startMs, trader: GODWIT };
  for (let index = 0; index < count; index += 1) {
    const entry_at = startMs + 5 * MINUTE_MS + index * 10;
    const said = {
      trader: GODWIT.handle,
      asset: assetOf(index),
      direction: index % 2 === 0 ? ("up" as const) : ("down" as const),
      entry_at,
      expires_at: entry_at + MINUTE_MS + 5,
      payout: 0.85,
    };
    const id = index.toString(16).padStart(20, "0");
    yield { kind: "published", atMs: startMs, signal: { id, publishedAtMs: startMs, rule, said } };
  }
}

describe("the job that settles by prices", { timeout: 240_000 }, () => {
  let record: PricedRecord;
  let source: PriceSourceDouble;

  beforeAll(async () => {
    source = await startPriceSource(() => ({ status: 503 }));
    record = await startPricedRecord([source], 30 * MINUTE_MS, manySignals);
    record.clock.ms += 15 * MINUTE_MS;
  });
  afterAll(async () => {
    await Promise.all([record.site.close(), source.close()]);
  });

  const settledEntries = async () => {
    const answer = await fetch(`${record.site.url}/api/ledger/export.ndjson`);
    const entries = (await answer.text())
      .trim()
      .split("\n")
      .map((line): { kind: string; signal_id: string } => JSON.parse(line));
    return entries.filter(({ kind }) => kind === "settled").map(({ signal_id }) => signal_id);
  };

  it("stops asking a source that is down after a few requests", async () => {
    await settleByPrices(record.dependencies([source]));
    expect(source.asked.length).toBeLessThanOrEqual(12);
    expect(await settledEntries()).toEqual([]);
    const page = await (await fetch(`${record.site.url}/api/signals/?outcome=open&limit=100`)).json();
    expect(
      page.results.every(
        ({ price_wait }: { price_wait: { reason: string } | null }) => price_wait?.reason === "down",
      ),
    ).toBe(true);
    record.clock.ms += 2 * MINUTE_MS;
  });

  it("settles each signal once when two runs overlap, with at most six requests at a time per run", async () => {
    source.reply = saying(({ atMs }) => ({ price: String(atMs % 1e9) }));
    record.clock.ms = Date.now();
    // One of them is the worker's own.
    const [, own] = await Promise.all([
      record.site.runMinuteJobs(),
      settleByPrices(record.dependencies([source])),
    ]);
    const settled = await settledEntries();
    expect(settled.length).toBe(SIGNALS);
    expect(new Set(settled).size).toBe(SIGNALS);
    expect(own).toBeLessThanOrEqual(SIGNALS);
    expect(source.mostAtOnce()).toBeLessThanOrEqual(2 * PRICE_QUESTIONS_AT_ONCE);
    const { by_prices, won, lost } = await record.statistics();
    expect([by_prices, won, lost]).toEqual([SIGNALS, SIGNALS / 2, SIGNALS / 2]);
    expect(await verify(record.site.url)).toMatchObject({ code: 0 });
  });
});

it(
  "signals that a slow source has no price for do not block other signals",
  { timeout: 60_000 },
  async () => {
    const WITHOUT = 60;
    const source = await startPriceSource(() => null);
    const record = await startPricedRecord([source], 30 * MINUTE_MS, (startMs, rule) =>
      manySignals(startMs, rule, WITHOUT + 1),
    );
    const entryMs = record.clock.ms + 5 * MINUTE_MS + WITHOUT * 10;
    const moments = new Set([entryMs, entryMs + MINUTE_MS + 5]);
    const quoted = saying(({ atMs }) => ({ at: new Date(moments.has(atMs) ? atMs : 0) }));
    source.reply = async (question) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return quoted(question);
    };
    record.clock.ms += 15 * MINUTE_MS;
    let settled = 0;
    // A run reaches a third of them.
    for (let run = 0; run < 6; run += 1)
      settled += await settleByPrices(record.dependencies([source]), AbortSignal.timeout(1_500));
    expect(settled).toBe(1);
    await Promise.all([record.site.close(), source.close()]);
  },
);

it("an asset that a source fails for does not block other assets", { timeout: 60_000 }, async () => {
  const FAILING = 12;
  const quoted = saying();
  const source = await startPriceSource((question) =>
    question.asset === "GBP/USD" ? { status: 500 } : quoted(question),
  );
  const record = await startPricedRecord([source], 30 * MINUTE_MS, (startMs, rule) =>
    manySignals(startMs, rule, FAILING + 1, (index) => (index < FAILING ? "GBP/USD" : "EUR/USD")),
  );
  record.clock.ms += 15 * MINUTE_MS;
  let settled = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    settled += await settleByPrices(record.dependencies([source]));
    record.clock.ms += MINUTE_MS;
  }
  expect(settled).toBe(1);
  await Promise.all([record.site.close(), source.close()]);
});

it("with npm run prices, the site's own job settles an expired signal", { timeout: 60_000 }, async () => {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const local = (atMs: number) => new Date(atMs + 60 * MINUTE_MS).toISOString().replace("Z", "+01:00");
  const quotes = [0, 1, 2, 3, 4].map(
    (minute) => `${local(nowMs - (4 - minute) * MINUTE_MS)},eurusd,1.${minute}\n`,
  );
  const prices = await startPrices(`time,asset,price\n${quotes.join("")}`, "--source", "A file");
  const source = { url: prices.url, address: new URL(prices.url).host };
  const record = await startPricedRecord([source], 4 * MINUTE_MS);
  const { id } = await record.publish([source]);
  await record.site.runMinuteJobs();
  expect(await record.shown(id)).toMatchObject({
    outcome: "won",
    settled_by: "prices",
    prices: [{ address: source.address, source: "A file" }],
  });
  await record.site.close();
  await prices.stop();
});
