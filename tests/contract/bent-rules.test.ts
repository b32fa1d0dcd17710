/** Attempts to gain by bending the rules, on a running site: staff against prices, voids once the price moves, payouts that nobody pays. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, signInByApi } from "#tests/support/api-client.ts";
import { EVIDENCE } from "#tests/support/chained.ts";
import {
  DAY_MS,
  GODWIT,
  MINUTE_MS,
  type PricedRecord,
  startPricedRecord,
} from "#tests/support/priced-record.ts";
import { type PriceSourceDouble, quoting, startPriceSource } from "#tests/support/price-source.ts";
import { STAFF_ID, STAFF_PASSCODE } from "#tests/support/site.ts";
import { verify } from "#tests/support/verify.ts";
import { settleByPrices } from "#worker/api/prices/settle-by-prices.ts";
import { settleOverdue } from "#worker/api/signals/index.ts";

describe("nobody gains", { timeout: 120_000 }, () => {
  let record: PricedRecord;
  let source: PriceSourceDouble;
  let staff = "";

  beforeAll(async () => {
    source = await startPriceSource(() => ({ status: 425 }));
    record = await startPricedRecord([source]);
    staff = await signInByApi(record.site.url, STAFF_ID, STAFF_PASSCODE);
  });
  afterAll(async () => {
    expect(await verify(record.site.url)).toMatchObject({ code: 0 });
    await Promise.all([record.site.close(), source.close()]);
  });

  async function ask(path: string, body: unknown) {
    const answer = await callApi(record.site.url, staff, "POST", `/api/admin/signals/${path}`, body);
    return { status: answer.status, body: await answer.json() };
  }
  const settle = (id: string) => ask(`${id}/settle/`, { outcome: "won", evidence: EVIDENCE });
  const withdraw = (id: string) => ask(`${id}/void/`, { reason: "My chart says otherwise." });
  const REFUSED = { status: 409, body: { code: "prices_decide" } };

  it("by choosing winners during an outage: at the deadline all are void alike", async () => {
    record.clock.ms = Date.now() - 8 * DAY_MS;
    const before = await record.statistics();
    const [rising, falling] = [await record.publish([source]), await record.publish([source])];
    record.clock.ms = falling.expiryMs + 7 * DAY_MS;
    await settleOverdue(record.dependencies([source]));
    for (const { id } of [rising, falling])
      expect(await record.shown(id)).toMatchObject({ outcome: "void", settled_by: "deadline" });
    expect(await record.statistics()).toEqual({ ...before, void_unpriced: before.void_unpriced + 2 });
  });

  describe("by what staff say", () => {
    let priced: Awaited<ReturnType<PricedRecord["publish"]>>;
    let expired = "";
    let running = "";

    // Before staff write by the site's own clock.
    beforeAll(async () => {
      record.clock.ms = Date.now() - 9 * MINUTE_MS;
      priced = await record.publish([source]);
      ({ id: expired } = await record.publish([]));
      record.clock.ms = Date.now() - 2.5 * MINUTE_MS;
      ({ id: running } = await record.publish([]));
    });

    it("when they void, once its entry has come, what no prices decide: it counts as lost", async () => {
      const before = await record.statistics();
      expect(await withdraw(running)).toMatchObject({
        status: 200,
        body: { outcome: "void", counts_as_lost: true },
      });
      const { lost, void: voided, void_lost } = await record.statistics();
      expect([lost, voided, void_lost]).toEqual([before.lost + 1, before.void, before.void_lost + 1]);
    });

    it.each<[what: string, reply: PriceSourceDouble["reply"]]>([
      ["says that it is too early", () => ({ status: 425 })],
      ["is slow", () => null],
      ["is down", () => ({ status: 500 })],
    ])("of a signal while its price source %s", async (_what, reply) => {
      const { id } = priced;
      source.reply = reply;
      expect(await settle(id)).toMatchObject(REFUSED);
      expect(await withdraw(id)).toMatchObject(REFUSED);
      expect(await record.shown(id)).toMatchObject({ outcome: "open" });
    });

    it("once the price has come after all, and has decided", async () => {
      const { id, entryMs, expiryMs } = priced;
      source.reply = quoting([
        [entryMs, "1.2"],
        [expiryMs, "1.1"],
      ]);
      await settleByPrices({ ...record.dependencies([source]), now: () => Date.now() });
      expect(await record.shown(id)).toMatchObject({ outcome: "lost", settled_by: "prices" });
      expect(await settle(id)).toMatchObject({ status: 409 });
    });

    it("without evidence that everybody can look into", async () => {
      expect(await ask(`${expired}/settle/`, { outcome: "won" })).toMatchObject({
        status: 400,
        body: { evidence: [expect.any(String)] },
      });
      expect(await settle(expired)).toMatchObject({
        status: 200,
        body: { outcome: "won", settled_by: "hand", evidence: EVIDENCE },
      });
    });
  });

  it("by a payout of ten stakes", async () => {
    const said = {
      trader: GODWIT.handle,
      asset: "EUR/USD",
      direction: "up",
      entry_at: new Date(Date.now() + MINUTE_MS).toISOString(),
      expires_at: new Date(Date.now() + 2 * MINUTE_MS).toISOString(),
    };
    expect(await ask("", { ...said, payout: 10 })).toMatchObject({
      status: 400,
      body: { payout: expect.arrayContaining([expect.stringContaining("85 % is 0.85")]) },
    });
    expect(await ask("", { ...said, payout: 1 })).toMatchObject({ status: 201 });
  });
});
