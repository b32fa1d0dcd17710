/** Expired signals are settled by the prices of the operator's source, and stay open while it has none. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { EVIDENCE } from "#tests/support/chained.ts";
import { DAY_MS, MINUTE_MS, type PricedRecord, startPricedRecord } from "#tests/support/priced-record.ts";
import { type PriceSourceDouble, quoting, saying, startPriceSource } from "#tests/support/price-source.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import { settleOverdue } from "#worker/api/signals/index.ts";

const SECOND_MS = 1_000;

describe("settling by prices", { timeout: 120_000 }, () => {
  let record: PricedRecord;
  let first: PriceSourceDouble;
  let second: PriceSourceDouble;

  beforeAll(async () => {
    first = await startPriceSource(() => ({ status: 404 }));
    second = await startPriceSource(() => ({ status: 404 }));
    record = await startPricedRecord();
  });
  afterEach(() => {
    first.asked.length = 0;
  });
  afterAll(async () => {
    // What stands on the record by then has every kind of end.
    expect(await verify(record.site.url)).toMatchObject({ code: 0 });
    await Promise.all([record.site.close(), first.close(), second.close()]);
  });
  const settle = (...asked: PriceSourceDouble[]) => settleByPrices(record.dependencies([first, ...asked]));
  type Published = Awaited<ReturnType<PricedRecord["publish"]>>;
  const rising = ({ entryMs, expiryMs }: Published, name?: string) =>
    quoting(
      [
        [entryMs, "1"],
        [expiryMs, "2"],
      ],
      name,
    );

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
    ["malformed", saying(() => ({ price: 1.5 }))],
    ["contradictory", saying(() => ({ asset: "GBP/USD" }))],
    ["contradictory", saying(({ atMs }) => ({ at: new Date(atMs + 1) }))],
    ["contradictory", saying(({ atMs }) => ({ source: String(atMs) }))],
  ] satisfies [string, PriceSourceDouble["reply"]][])(
    "leaves the signal open if the source is %s, and shows the reason",
    async (reason, reply) => {
      const signal = await record.publish([first]);
      first.reply = reply;
      record.clock.ms = signal.expiryMs + 5 * SECOND_MS;
      const sinceMs = record.clock.ms;
      expect(await settle()).toBe(0);
      const since = new Date(sinceMs).toISOString();
      expect(await record.shown(signal.id)).toMatchObject({
        outcome: "open",
        settled_at: null,
        price_wait: { reason, address: first.address, since, asked_at: since },
      });
      // Asked again a minute later, and no sooner; the source is well by then.
      first.reply = rising(signal);
      record.clock.ms += 49 * SECOND_MS;
      expect(await settle()).toBe(0);
      record.clock.ms += SECOND_MS;
      expect(await settle()).toBe(1);
      expect(await record.shown(signal.id)).toMatchObject({ outcome: "won", price_wait: null });
    },
  );

  it("asks the source again after the clock was set back", async () => {
    const signal = await record.publish([first]);
    first.reply = () => ({ status: 503 });
    record.clock.ms = signal.expiryMs + 60 * MINUTE_MS;
    expect(await settle()).toBe(0);
    record.clock.ms = signal.expiryMs + SECOND_MS;
    expect(await settle()).toBe(0);
    const at = new Date(record.clock.ms).toISOString();
    expect(await record.shown(signal.id)).toMatchObject({ price_wait: { since: at, asked_at: at } });
    first.reply = rising(signal);
    record.clock.ms += MINUTE_MS;
    expect(await settle()).toBe(1);
  });

  it.each<[quotes: string, reply: (signal: Published) => PriceSourceDouble["reply"]]>([
    [
      "the last before it too old at expiry",
      ({ entryMs, expiryMs }) =>
        quoting([
          [entryMs - MINUTE_MS, "1.10"],
          [expiryMs + 2 * MINUTE_MS, "1.20"],
        ]),
    ],
    [
      "none before it, and the newest not settled yet",
      ({ expiryMs }) => {
        const quoted = quoting([[expiryMs + 30_000, "1"]]);
        return (question) => (question.atMs > expiryMs + 2 * MINUTE_MS ? { status: 425 } : quoted(question));
      },
    ],
  ])("makes the signal void once a later quote shows a gap: %s", async (_quotes, reply) => {
    const signal = await record.publish([first]);
    record.clock.ms = signal.expiryMs;
    first.reply = reply(signal);
    expect(await settle()).toBe(0);
    expect(await record.shown(signal.id)).toMatchObject({
      outcome: "open",
      price_wait: { reason: "stale" },
    });
    record.clock.ms += 3 * MINUTE_MS;
    expect(await settle()).toBe(1);
    const { settled_by, void_reason, outcome, prices } = await record.shown(signal.id);
    expect([settled_by, void_reason, outcome]).toEqual(["prices", null, "void"]);
    expect(prices).toMatchObject([{ later: { price: expect.any(String) } }]);
  });

  it("needs the same outcome from two sources, and names the one that is at fault", async () => {
    const signal = await record.publish([first, second]);
    const wait = async () => {
      expect(await settle(second)).toBe(0);
      record.clock.ms += MINUTE_MS;
      return (await record.shown(signal.id)).price_wait;
    };
    record.clock.ms = signal.expiryMs;
    first.reply = rising(signal, "One");
    second.reply = () => ({ status: 500 });
    expect(await wait()).toMatchObject({ reason: "down", address: second.address });
    second.reply = quoting([
      [signal.entryMs, "110"],
      [signal.expiryMs, "109"],
    ]);
    expect(await wait()).toMatchObject({ reason: "disagreement", address: null });
    second.reply = rising(signal, "Two");
    expect(await settle(second)).toBe(1);
    expect(await record.shown(signal.id)).toMatchObject({
      outcome: "won",
      prices: [
        { address: first.address, source: "One" },
        { address: second.address, source: "Two" },
      ],
    });
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
    const quoted = saying(({ atMs }) => ({ price: String(atMs % 1e9) }));
    first.reply = (question) => (question.atMs > late.expiryMs ? { status: 503 } : quoted(question));
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

  it("without a source, as for every OTC asset, is done by hand within a day, with evidence", async () => {
    const staff = await signInByApi(record.site.url, STAFF_ID, STAFF_PASSCODE);
    for (const [asked, asset] of [
      [[], "EUR/USD"],
      [[first], "EURUSD_otc"],
    ] as const) {
      const { id, expiryMs } = await record.publish(asked, asset);
      expect(await record.shown(id)).toMatchObject({
        price_rule: null,
        settle_by: new Date(expiryMs + DAY_MS).toISOString(),
      });
      const answerTo = async (said: object) => {
        const path = `/api/admin/signals/${id}/settle/`;
        const answer = await callApi(record.site.url, staff, "POST", path, { outcome: "won", ...said });
        return [answer.status, await answer.json()];
      };
      expect(await answerTo({})).toMatchObject([400, { evidence: [expect.any(String)] }]);
      // The site's own clock is days later: too late for staff.
      expect(await answerTo({ evidence: EVIDENCE })).toMatchObject([409, { code: "deadline_passed" }]);
    }
  });
});
