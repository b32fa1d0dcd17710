/** Expired signals are settled by the prices of the operator's source, and stay open while it has none. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS, type PricedRecord, startPricedRecord } from "#tests/support/priced-record.ts";
import { type PriceSourceDouble, quoting, startPriceSource } from "#tests/support/price-source.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import { settleOverdue } from "#worker/api/signals/index.ts";

const SECOND_MS = 1_000;

describe("settling by prices", { timeout: 120_000 }, () => {
  let record: PricedRecord;
  let first: PriceSourceDouble;

  beforeAll(async () => {
    first = await startPriceSource(() => ({ status: 404 }));
    record = await startPricedRecord();
  });
  afterEach(() => {
    first.asked.length = 0;
  });
  afterAll(async () => {
    // What stands on the record by then has every kind of end.
    expect(await verify(record.site.url)).toMatchObject({ code: 0 });
    await Promise.all([record.site.close(), first.close()]);
  });
  const settle = () => settleByPrices(record.dependencies([first]));

  it("ends a signal with the last quotes at or before its entry and its expiry", async () => {
    const { id, entryMs, expiryMs } = await record.publish([first]);
    first.reply = quoting([
      [entryMs - 59 * SECOND_MS, "1.1"],
      [entryMs + 1, "5"],
      [expiryMs, "1.1000001"],
      [expiryMs + 1, "7"],
    ]);
    const before = await record.statistics();
    record.clock.ms = expiryMs;
    expect(await settle()).toBe(1);
    const signal = await record.shown(id);
    expect(signal).toMatchObject({
      outcome: "won",
      settled_by: "prices",
      settle_by: new Date(expiryMs + 7 * DAY_MS).toISOString(),
      price_rule: { sources: [first.address], max_quote_age_s: 60, equal: "draw", no_price: "void" },
      prices: [
        {
          address: first.address,
          source: "Test quotes",
          entry: { price: "1.1", at: new Date(entryMs - 59 * SECOND_MS).toISOString() },
          expiry: { price: "1.1000001", at: new Date(expiryMs).toISOString() },
        },
      ],
    });
    expect(signal.entries.at(-1)).toMatchObject({
      kind: "settled",
      payload: { cause: "prices", prices: signal.prices },
    });
    const after = await record.statistics();
    expect([after.settled, after.by_prices]).toEqual([before.settled + 1, (before.by_prices ?? 0) + 1]);
  });

  it("gives a bot that takes the quote before its message no rate, and one that waits for the next its own", async () => {
    const stepMs = 20 * SECOND_MS;
    // Rises at every second step, by a quote at each.
    const priceOf = (atMs: number) => (Math.floor(atMs / stepMs) % 2 === 0 ? "1" : "2");
    first.reply = ({ asset, atMs }) => {
      const at = new Date(atMs - (atMs % stepMs));
      return { status: 200, body: { asset, at, price: priceOf(atMs), source: "Steps" } };
    };
    const before = await record.statistics();
    /** Ten seconds after a quote: it sees where the price goes, and so is right, or wrong where it wants. */
    const bet = async (leadMs: number, isRight: boolean) => {
      record.clock.ms += stepMs - (record.clock.ms % stepMs) + 10 * SECOND_MS;
      const entryMs = record.clock.ms + MINUTE_MS + leadMs;
      const rises = priceOf(entryMs) === "1";
      const direction = rises === isRight ? "up" : "down";
      const { id, expiryMs } = await record.publish([first], {
        asset: "GBP/USD",
        direction,
        leadMs,
        lifeMs: stepMs,
      });
      record.clock.ms = expiryMs;
      expect(await settle()).toBe(1);
      const { outcome, is_late } = await record.shown(id);
      return [outcome, is_late];
    };
    for (let times = 0; times < 5; times += 1) expect(await bet(2 * SECOND_MS, true)).toEqual(["won", true]);
    expect(await bet(2 * SECOND_MS, false)).toEqual(["lost", true]);
    const after = await record.statistics();
    expect([after.late, after.late_won]).toEqual([before.late + 6, before.late_won + 5]);
    expect([after.won, after.lost]).toEqual([before.won, before.lost + 1]);
    expect(await bet(25 * SECOND_MS, true)).toEqual(["won", false]);
    expect((await record.statistics()).won).toBe(before.won + 1);
  });

  it("stores the hash of exactly the bytes that the source sent", async () => {
    const { id, entryMs, expiryMs } = await record.publish([first]);
    const bodyAt = (atMs: number) =>
      `{ "price":"1.5",  "source":"Ünï", "asset":"EUR/USD","at":"${new Date(atMs).toISOString().replace("Z", "000+00:00")}"}\n`;
    first.reply = ({ atMs }) => ({ status: 200, body: bodyAt(atMs) });
    record.clock.ms = expiryMs + 1;
    expect(await settle()).toBe(1);
    const hashOf = async (text: string) =>
      Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
    expect((await record.shown(id)).prices).toMatchObject([
      {
        source: "Ünï",
        entry: { sha256: await hashOf(bodyAt(entryMs)) },
        expiry: { sha256: await hashOf(bodyAt(expiryMs)) },
      },
    ]);
  });

  it("neither settles nor requests prices before expiry", async () => {
    const { id, entryMs, expiryMs } = await record.publish([first]);
    first.reply = quoting([
      [entryMs, "1"],
      [expiryMs - 1, "2"],
    ]);
    record.clock.ms = expiryMs - 1;
    expect(await settle()).toBe(0);
    expect(first.asked).toEqual([]);
    expect(await record.shown(id)).toMatchObject({ outcome: "open", price_wait: null });
    record.clock.ms = expiryMs;
    expect(await settle()).toBe(1);
  });

  it.each([
    ["down", () => ({ status: 500 })],
    ["down", () => ({ status: 302 })],
    ["slow", () => null],
    ["unsettled", () => ({ status: 425 })],
    ["stale", () => ({ status: 404 })],
    ["malformed", () => ({ status: 200, body: "<html>" })],
    [
      "malformed",
      ({ asset, atMs }) => ({ status: 200, body: { asset, at: new Date(atMs), price: 1.5, source: "x" } }),
    ],
    [
      "contradictory",
      ({ atMs }) => ({
        status: 200,
        body: { asset: "GBP/USD", at: new Date(atMs), price: "1", source: "x" },
      }),
    ],
    [
      "contradictory",
      ({ asset, atMs }) => ({
        status: 200,
        body: { asset, at: new Date(atMs + 1), price: "1", source: "x" },
      }),
    ],
    [
      "contradictory",
      ({ asset, atMs }) => ({
        status: 200,
        body: { asset, at: new Date(atMs), price: "1", source: String(atMs) },
      }),
    ],
  ] satisfies [string, PriceSourceDouble["reply"]][])(
    "leaves the signal open if the source is %s, and shows the reason",
    async (reason, reply) => {
      const { id, entryMs, expiryMs } = await record.publish([first]);
      first.reply = reply;
      record.clock.ms = expiryMs + 5 * SECOND_MS;
      const sinceMs = record.clock.ms;
      expect(await settle()).toBe(0);
      const since = new Date(sinceMs).toISOString();
      expect(await record.shown(id)).toMatchObject({
        outcome: "open",
        settled_at: null,
        price_wait: { reason, address: first.address, since, asked_at: since },
      });
      // Asked again a minute later, and no sooner; the source is well by then.
      first.reply = quoting([
        [entryMs, "1"],
        [expiryMs, "2"],
      ]);
      record.clock.ms += 49 * SECOND_MS;
      expect(await settle()).toBe(0);
      record.clock.ms += SECOND_MS;
      expect(await settle()).toBe(1);
      expect(await record.shown(id)).toMatchObject({ outcome: "won", price_wait: null });
    },
  );

  it("asks the source again after the clock was set back", async () => {
    const { id, entryMs, expiryMs } = await record.publish([first]);
    first.reply = () => ({ status: 503 });
    record.clock.ms = expiryMs + 60 * MINUTE_MS;
    expect(await settle()).toBe(0);
    record.clock.ms = expiryMs + SECOND_MS;
    expect(await settle()).toBe(0);
    const at = new Date(record.clock.ms).toISOString();
    expect(await record.shown(id)).toMatchObject({ price_wait: { since: at, asked_at: at } });
    first.reply = quoting([
      [entryMs, "1"],
      [expiryMs, "2"],
    ]);
    record.clock.ms += MINUTE_MS;
    expect(await settle()).toBe(1);
  });

  it("reports an unreachable source with its address, and the number of waiting signals on /readyz", async () => {
    const gone = await startPriceSource(() => null);
    const { id, expiryMs } = await record.publish([gone]);
    await gone.close();
    record.clock.ms = expiryMs;
    expect(await settleByPrices(record.dependencies([gone]))).toBe(0);
    expect(await record.shown(id)).toMatchObject({ price_wait: { reason: "down", address: gone.address } });
    const { details } = await (await fetch(`${record.site.url}/readyz`)).json();
    expect(details).toContain(
      `prices: ${gone.address}: down; signals that wait: 1, since ${new Date(expiryMs).toISOString()}`,
    );
    // The rule is written: another source does not stand in for it.
    record.clock.ms += MINUTE_MS;
    expect(await settle()).toBe(0);
    expect(await record.shown(id)).toMatchObject({
      price_wait: { reason: "not_configured", address: gone.address },
    });
    expect(first.asked).toEqual([]);
  });

  it("still settles a signal when a source returns after days, and voids it separately after seven", async () => {
    const [late, never] = [await record.publish([first]), await record.publish([first])];
    first.reply = () => ({ status: 503 });
    record.clock.ms = never.expiryMs + 2 * DAY_MS;
    expect(await settle()).toBe(0);
    expect(await settleOverdue(record.dependencies([first]))).toBe(0);
    expect(await record.shown(late.id)).toMatchObject({ outcome: "open", price_wait: { reason: "down" } });
    first.reply = ({ asset, atMs }) =>
      atMs > late.expiryMs
        ? { status: 503 }
        : { status: 200, body: { asset, at: new Date(atMs), price: String(atMs % 1e9), source: "x" } };
    record.clock.ms = never.expiryMs + 6 * DAY_MS;
    expect(await settle()).toBe(1);
    expect(await record.shown(late.id)).toMatchObject({ outcome: "won", settled_by: "prices" });
    record.clock.ms = never.expiryMs + 7 * DAY_MS - 1;
    // The signal whose source is gone.
    expect(await settleOverdue(record.dependencies([first]))).toBe(1);
    const before = await record.statistics();
    record.clock.ms += 1;
    expect(await settle()).toBe(0);
    expect(await settleOverdue(record.dependencies([first]))).toBe(1);
    const signal = await record.shown(never.id);
    expect(signal).toMatchObject({
      outcome: "void",
      settled_by: "deadline",
      void_reason: null,
      counts_as_lost: false,
      prices: null,
      price_wait: null,
    });
    expect(signal.entries.at(-1)).toMatchObject({ kind: "voided", payload: { cause: "no_price" } });
    expect(await record.statistics()).toEqual({
      ...before,
      open: before.open - 1,
      void_unpriced: before.void_unpriced + 1,
    });
  });
});
