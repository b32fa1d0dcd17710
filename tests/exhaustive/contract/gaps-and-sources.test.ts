/** Settling with gaps between quotes, by two sources, and by hand where there is none. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { DAY_MS, MINUTE_MS, type PricedRecord, startPricedRecord } from "#tests/support/priced-record.ts";
import { type PriceSourceDouble, quoting, startPriceSource } from "#tests/support/price-source.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";

const EVIDENCE = {
  price: "1.0850",
  at: "2026-03-01T12:00:00+01:00",
  where: "A broker's chart",
  note: "Read twice.",
};

describe("settling", { timeout: 60_000 }, () => {
  let record: PricedRecord;
  let first: PriceSourceDouble;
  let second: PriceSourceDouble;
  let staff = "";

  beforeAll(async () => {
    first = await startPriceSource(() => ({ status: 404 }));
    second = await startPriceSource(() => ({ status: 404 }));
    record = await startPricedRecord([first, second]);
    staff = await signInByApi(record.site.url, STAFF_ID, STAFF_PASSCODE);
  });
  afterAll(async () => {
    expect(await verify(record.site.url)).toMatchObject({ code: 0 });
    await Promise.all([record.site.close(), first.close(), second.close()]);
  });
  const settle = (...asked: PriceSourceDouble[]) => settleByPrices(record.dependencies(asked));

  describe("in a gap between quotes", () => {
    it("makes the signal void once a later quote shows the gap", async () => {
      const { id, entryMs, expiryMs } = await record.publish([first]);
      // As before a weekend: too old at expiry.
      const last = [entryMs - 60_000, "1.10"] as const;
      first.reply = quoting([last]);
      record.clock.ms = expiryMs;
      expect(await settle(first)).toBe(0);
      expect(await record.shown(id)).toMatchObject({ outcome: "open", price_wait: { reason: "stale" } });
      first.reply = quoting([last, [expiryMs + 2 * MINUTE_MS, "1.20"]]);
      record.clock.ms += 3 * MINUTE_MS;
      const before = await record.statistics();
      expect(await settle(first)).toBe(1);
      const signal = await record.shown(id);
      expect(signal).toMatchObject({
        outcome: "void",
        settled_by: "prices",
        void_reason: null,
        counts_as_lost: false,
      });
      expect(signal.prices?.[0]?.entry?.price).toBe("1.10");
      expect(await record.statistics()).toEqual({
        ...before,
        open: before.open - 1,
        void_unpriced: before.void_unpriced + 1,
      });
    });

    it("also counts as a gap if the source only has quotes from after the entry", async () => {
      const { id, entryMs, expiryMs } = await record.publish([first]);
      const quoted = quoting([[expiryMs + 30_000, "1"]]);
      first.reply = (question) => (question.atMs > expiryMs + MINUTE_MS ? { status: 425 } : quoted(question));
      record.clock.ms = expiryMs + 2 * MINUTE_MS;
      expect(await settle(first)).toBe(1);
      const { prices } = await record.shown(id);
      expect(prices).toMatchObject([
        { entry: null, expiry: null, later: { price: "1", at: new Date(expiryMs + 30_000).toISOString() } },
      ]);
      expect(entryMs).toBeLessThan(expiryMs);
    });
  });

  it("without a source, as for every OTC asset, is done by hand within a day", async () => {
    for (const [asked, asset] of [
      [[], "EUR/USD"],
      [[first], "EURUSD_otc"],
    ] as const) {
      const { id, expiryMs } = await record.publish(asked, { asset });
      expect(await record.shown(id)).toMatchObject({
        price_rule: null,
        settle_by: new Date(expiryMs + DAY_MS).toISOString(),
      });
      record.clock.ms = expiryMs;
      const path = `/api/admin/signals/${id}/settle/`;
      const settled = await callApi(record.site.url, staff, "POST", path, {
        outcome: "won",
        evidence: EVIDENCE,
      });
      // The site's own clock is days later: too late for staff.
      expect([settled.status, await settled.json()]).toMatchObject([409, { code: "deadline_passed" }]);
    }
  });

  describe("by two sources", () => {
    const agreed = async (outcomes: readonly (readonly [string, string])[]) => {
      const signal = await record.publish([first, second]);
      const [one = ["1", "1"], two = ["1", "1"]] = outcomes;
      first.reply = quoting(
        [
          [signal.entryMs, one[0]],
          [signal.expiryMs, one[1]],
        ],
        "One",
      );
      second.reply = quoting(
        [
          [signal.entryMs, two[0]],
          [signal.expiryMs, two[1]],
        ],
        "Two",
      );
      record.clock.ms = signal.expiryMs;
      return { ...signal, ended: await settle(first, second) };
    };

    it("needs the same outcome from both, whatever their prices", async () => {
      const { id, ended } = await agreed([
        ["1.1", "1.2"],
        ["110", "110.5"],
      ]);
      expect(ended).toBe(1);
      expect(await record.shown(id)).toMatchObject({
        outcome: "won",
        prices: [
          { address: first.address, source: "One", entry: { price: "1.1" } },
          { address: second.address, source: "Two", entry: { price: "110" } },
        ],
      });
    });

    it("leaves the signal open while they disagree, and shows the disagreement", async () => {
      const { id, entryMs, expiryMs, ended } = await agreed([
        ["1.1", "1.2"],
        ["1.1", "1.1"],
      ]);
      expect(ended).toBe(0);
      expect(await record.shown(id)).toMatchObject({
        outcome: "open",
        price_wait: { reason: "disagreement", address: null },
      });
      second.reply = quoting([
        [entryMs, "1.1"],
        [expiryMs, "1.3"],
      ]);
      record.clock.ms += MINUTE_MS;
      expect(await settle(first, second)).toBe(1);
    });

    it("leaves the signal open while one of them is down, and names it", async () => {
      const { id, entryMs, expiryMs } = await record.publish([first, second]);
      first.reply = quoting([
        [entryMs, "1"],
        [expiryMs, "2"],
      ]);
      second.reply = () => ({ status: 500 });
      record.clock.ms = expiryMs;
      expect(await settle(first, second)).toBe(0);
      expect(await record.shown(id)).toMatchObject({
        price_wait: { reason: "down", address: second.address },
      });
    });
  });
});
