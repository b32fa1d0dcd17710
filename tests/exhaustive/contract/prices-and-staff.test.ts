/** Settling with gaps between quotes, by two sources, and by staff in addition to prices. */
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

  describe("by staff", () => {
    const published: Awaited<ReturnType<PricedRecord["publish"]>>[] = [];

    beforeAll(async () => {
      // Before staff write by the site's own clock, by which all have expired.
      record.clock.ms = Date.now() - 9 * MINUTE_MS;
      for (let count = 0; count < 5; count += 1) published.push(await record.publish([first, second]));
      record.clock.ms = Date.now();
    });
    const nextSignal = () => {
      const signal = published.shift();
      if (!signal) throw new Error("no signal is left");
      return signal;
    };
    const say = async (id: string, body: unknown, act = "settle") => {
      const answer = await callApi(record.site.url, staff, "POST", `/api/admin/signals/${id}/${act}/`, body);
      return { status: answer.status, body: await answer.json() };
    };

    it("is refused if prices say otherwise, and shows these prices", async () => {
      const { id, entryMs, expiryMs } = nextSignal();
      first.reply = quoting([
        [entryMs, "1.1"],
        [expiryMs, "1.0"],
      ]);
      second.reply = first.reply;
      const refused = await say(id, { outcome: "won", evidence: EVIDENCE });
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: "prices_stand",
          prices: [
            { address: first.address, entry: { price: "1.1" }, expiry: { price: "1.0" } },
            { address: second.address },
          ],
        },
      });
      expect(await record.shown(id)).toMatchObject({ outcome: "open" });
      // One that is down changes nothing of what the other says.
      second.reply = () => ({ status: 500 });
      expect(await say(id, { outcome: "won", evidence: EVIDENCE })).toMatchObject({
        status: 409,
        body: { prices: [{ address: first.address }] },
      });
      second.reply = first.reply;
      // Where they say the same as the prices, it is settled by these.
      expect(await say(id, { outcome: "lost" })).toMatchObject({
        status: 200,
        body: { outcome: "lost", settled_by: "prices", evidence: null },
      });
      expect(await say(id, { outcome: "won", evidence: EVIDENCE })).toMatchObject({
        status: 409,
        body: { code: "prices_stand", prices: [{ expiry: { price: "1.0" } }, {}] },
      });
      expect(await say(id, { reason: "A mistake." }, "void")).toMatchObject({
        status: 409,
        body: { code: "prices_stand" },
      });
    });

    it("needs evidence while no source has a price, and stores it in the ledger", async () => {
      const { id } = nextSignal();
      first.reply = () => ({ status: 500 });
      second.reply = () => ({ status: 404 });
      const bare = await say(id, { outcome: "won" });
      expect(bare).toMatchObject({
        status: 400,
        body: { evidence: [expect.stringContaining("with evidence")] },
      });
      const long = await say(id, { outcome: "won", evidence: { ...EVIDENCE, note: "x".repeat(201) } });
      expect(long.status).toBe(400);
      expect(JSON.stringify(long.body)).toContain("no more than 200 characters");
      const never = await say(id, {
        outcome: "won",
        evidence: { ...EVIDENCE, at: "9999-12-31T23:59:59-01:00" },
      });
      expect(never.status).toBe(400);
      expect(JSON.stringify(never.body)).toContain("must be an ISO 8601 instant");
      const settled = await say(id, { outcome: "won", evidence: EVIDENCE });
      const evidence = { ...EVIDENCE, at: "2026-03-01T11:00:00.000Z" };
      expect(settled).toMatchObject({
        status: 200,
        body: { outcome: "won", settled_by: "hand", prices: null, evidence },
      });
      expect(settled.body.entries.at(-1).payload).toEqual({ outcome: "won", cause: "result", evidence });
    });

    it("is answered in time if no source responds", async () => {
      const { id } = nextSignal();
      first.reply = () => null;
      second.reply = () => null;
      const startedMs = performance.now();
      expect(await say(id, { outcome: "won", evidence: EVIDENCE })).toMatchObject({
        status: 200,
        body: { settled_by: "hand" },
      });
      // The gateway gives a call five seconds.
      expect(performance.now() - startedMs).toBeLessThan(5_000);
    });

    it("may decide between two sources that disagree, but not against an outcome that both agree on", async () => {
      const { id, entryMs, expiryMs } = nextSignal();
      first.reply = quoting([
        [entryMs, "1"],
        [expiryMs, "2"],
      ]);
      second.reply = quoting([
        [entryMs, "1"],
        [expiryMs, "1"],
      ]);
      expect(await say(id, { outcome: "lost", evidence: EVIDENCE })).toMatchObject({ status: 409 });
      expect(await say(id, { outcome: "draw" })).toMatchObject({ status: 400 });
      expect(await say(id, { outcome: "draw", evidence: EVIDENCE })).toMatchObject({
        status: 200,
        body: { outcome: "draw", settled_by: "hand" },
      });
    });

    it("cannot correct an outcome that followed from prices", async () => {
      const { id, entryMs, expiryMs } = nextSignal();
      first.reply = quoting([
        [entryMs, "1"],
        [expiryMs, "2"],
      ]);
      second.reply = first.reply;
      await record.site.runMinuteJobs();
      expect(await say(id, { from: "won", outcome: "lost", reason: "Misread." }, "correct")).toMatchObject({
        status: 409,
        body: { code: "prices_stand", prices: [{ entry: { price: "1" } }, {}] },
      });
    });
  });
});
