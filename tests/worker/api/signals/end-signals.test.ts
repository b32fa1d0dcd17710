import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerDraft } from "#shared/contracts/ledger.ts";
import type { NewSignalInput, Settlement } from "#shared/contracts/signals.ts";
import { commitToLedger } from "#worker/api/ledger/index.ts";
import {
  endByPrices,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  MINUTE_MS,
  pricedBy,
  pricesOf,
  publishAndSettle,
  signalBy,
} from "./record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const record = createRecord();
const { signalOf, traderOf } = record;
const pricedDeps = { ...record.deps, priceConfig: pricedBy("prices.test") };

async function publish() {
  return publishSignal(record.deps, signalBy(await addSomeTrader(record), record));
}

/** A signal that prices decide. */
async function publishPriced(changes: Partial<NewSignalInput> = {}) {
  return publishSignal(pricedDeps, signalBy(await addSomeTrader(record), record, changes));
}

describe("settleSignal", () => {
  it("records the outcome in the ledger, the signal and the statistics", async () => {
    const trader = await addSomeTrader(record);
    const id = await publishAndSettle(record, signalBy(trader, record), "won");
    const signal = await signalOf(id);
    expect(signal).toMatchObject({ outcome: "won", settled_at: new Date(record.clock.ms).toISOString() });
    expect(signal.entries.map(({ kind, payload }) => [kind, payload])).toEqual([
      ["published", expect.objectContaining({ trader, payout: 0.85 })],
      ["settled", { outcome: "won", cause: "result", evidence: EVIDENCE }],
    ]);
    expect(signal.settled_seq).toBe(signal.entries[1]?.seq);
    expect((await traderOf(trader)).statistics).toMatchObject({ won: 1, settled: 1, open: 0, net: 0.85 });
  });

  it("counts stated probabilities, but not of draws, late signals or OTC signals", async () => {
    const trader = await addSomeTrader(record);
    const settle = (confidence: number | undefined, outcome: Settlement, changes = {}) =>
      publishAndSettle(record, signalBy(trader, record, { confidence, ...changes }), outcome);
    await settle(70, "won");
    await settle(74, "lost");
    await settle(91, "lost");
    await settle(undefined, "won");
    await settle(72, "draw");
    await settle(72, "won", { asset: "EURUSD_otc" });
    await settle(72, "lost", { entry_at: new Date(record.clock.ms - 1000).toISOString() });
    expect((await traderOf(trader)).calibration).toMatchObject([
      { from: 70, to: 79, decided: 2, won: 1, said: 0.72, rate: 0.5 },
      { from: 90, to: 99, decided: 1, won: 0, said: 0.91, rate: 0 },
    ]);
  });

  it("is refused before the signal has expired", async () => {
    const { id } = await publish();
    record.clock.ms += 6 * MINUTE_MS - 1;
    await expect(settleSignal(record.deps, id, "won", EVIDENCE)).rejects.toMatchObject({
      code: "not_yet_expired",
    });
    record.clock.ms += 1;
    await settleSignal(record.deps, id, "won", EVIDENCE);
  });

  it("is refused after the deadline, whatever the outcome, and the signal counts as lost", async () => {
    const { id } = await publish();
    record.clock.ms += 6 * MINUTE_MS + DAY_MS;
    await expect(settleSignal(record.deps, id, "won", EVIDENCE)).rejects.toMatchObject({
      code: "deadline_passed",
    });
    await expect(voidSignal(record.deps, id, "no price")).rejects.toMatchObject({ code: "deadline_passed" });
    await settleOverdue(record.deps);
    expect(await signalOf(id)).toMatchObject({
      outcome: "lost",
      entries: [{ kind: "published" }, { kind: "settled", payload: { cause: "deadline" } }],
    });
  });
});

describe("an outcome", () => {
  it.each(["lost", "void"] as const)("that is %s is final", async (outcome) => {
    const { id, expires_at } = await publish();
    record.clock.ms = Date.parse(expires_at);
    await (outcome === "void"
      ? voidSignal(record.deps, id, "no price")
      : settleSignal(record.deps, id, outcome, EVIDENCE));
    for (const next of ["won", "lost", "draw"] as const) {
      await expect(settleSignal(record.deps, id, next, EVIDENCE)).rejects.toMatchObject({
        code: "already_settled",
      });
    }
    await expect(voidSignal(record.deps, id, "no price")).rejects.toMatchObject({ code: "already_settled" });
    expect(await signalOf(id)).toMatchObject({ outcome });
  });

  it("is recorded once if two people settle at the same moment", async () => {
    const { id, expires_at } = await publish();
    record.clock.ms = Date.parse(expires_at);
    const results = await Promise.allSettled([
      settleSignal(record.deps, id, "lost", EVIDENCE),
      settleSignal(record.deps, id, "won", EVIDENCE),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await signalOf(id)).entries).toHaveLength(2);
  });
});

describe("settleOverdue", () => {
  it("records expired signals that nobody settled as lost, for every trader, and no others", async () => {
    const [one, two] = [await addSomeTrader(record), await addSomeTrader(record)];
    for (let index = 0; index < 130; index += 1)
      await publishSignal(record.deps, signalBy(index % 2 ? one : two, record));
    record.clock.ms += 3 * MINUTE_MS + DAY_MS;
    const { id: young } = await publishSignal(record.deps, signalBy(one, record));
    record.clock.ms += 3 * MINUTE_MS;
    expect(await settleOverdue(record.deps)).toBeGreaterThanOrEqual(130);
    expect(await settleOverdue(record.deps)).toBe(0);
    expect((await traderOf(one)).statistics).toMatchObject({
      lost: 65,
      open: 1,
      net: -65,
      longest_losing_streak: 65,
    });
    expect((await traderOf(two)).statistics).toMatchObject({ lost: 65, open: 0 });
    expect(await signalOf(young)).toMatchObject({ outcome: "open" });
  });

  it("settles nothing if the clock is set back before the deadline while it runs", async () => {
    const { id, settle_by } = await publish();
    const deadlineMs = Date.parse(settle_by);
    const readings = [deadlineMs, deadlineMs - 1];
    const now = () => readings.shift() ?? deadlineMs - 1;
    await settleOverdue({ ...record.deps, now });
    expect(await signalOf(id)).toMatchObject({ outcome: "open" });
    record.clock.ms = deadlineMs;
    await settleOverdue(record.deps);
    expect(await signalOf(id)).toMatchObject({ outcome: "lost" });
  });
});

describe("a signal that was settled by prices", () => {
  let id = "";

  beforeAll(async () => {
    const signal = await publishPriced({ stated_price: "1.1" });
    id = signal.id;
    record.clock.ms += 6 * MINUTE_MS;
    const ending = { cause: "prices", outcome: "won", prices: [pricesOf(signal, "1.1", "1.2")] } as const;
    expect(await endByPrices(pricedDeps, new Map([[signal.published_seq, ending]]))).toMatchObject({
      ended: 1,
    });
  });

  it.each(["UPDATE quotes SET price = '1.3'", "DELETE FROM quotes"])(
    "keeps its quotes: not %s",
    async (change) => {
      await expect(env.DB.prepare(change).run()).rejects.toThrow("quotes stay on the record");
    },
  );

  it("keeps the prices of its quotes, whatever is put in their place", async () => {
    const prices = () => env.DB.prepare("SELECT price FROM quotes ORDER BY at").raw();
    await env.DB.prepare(
      "INSERT OR REPLACE INTO quotes SELECT address, asset, at, '9', seq FROM quotes",
    ).run();
    expect(await prices()).toEqual([["1.1"], ["1.2"]]);
  });

  it.each([
    "is_late = 1",
    "price_rule = NULL, prices = NULL",
    "price_rule = json_set(price_rule, '$.max_quote_age_s', 61)",
    "stated_price = '1.2'",
    "prices = json_set(prices, '$[0].expiry.price', '1.0')",
    "prices = NULL",
    "evidence = '{}'",
    "outcome = 'lost', corrected_from = 'won', corrected_at = 2, corrected_seq = settled_seq, correction_reason = 'x'",
  ])("cannot be changed: not setting %s", async (change) => {
    const update = env.DB.prepare(`UPDATE signals SET ${change} WHERE id = ?1`).bind(id);
    await expect(update.run()).rejects.toThrow("signal is settled for good");
  });
});

const HAND = { outcome: "won", cause: "result", evidence: EVIDENCE } as const;

describe("a signal that prices decide", () => {
  it("is settled by nobody, at any time", async () => {
    const { id } = await publishPriced();
    record.clock.ms += 6 * MINUTE_MS;
    await expect(settleSignal(record.deps, id, "won", EVIDENCE)).rejects.toMatchObject({
      code: "prices_decide",
    });
    expect(await signalOf(id)).toMatchObject({ outcome: "open" });
  });

  it("is voided before its entry, and by nobody from then on", async () => {
    const [before, after] = [await publishPriced(), await publishPriced()];
    record.clock.ms = Date.parse(after.entry_at) - 1;
    await voidSignal(record.deps, before.id, "By mistake");
    record.clock.ms += 1;
    await expect(voidSignal(record.deps, after.id, "By mistake")).rejects.toMatchObject({
      code: "prices_decide",
    });
    expect(await signalOf(before.id)).toMatchObject({ outcome: "void", counts_as_lost: false });
    expect(await signalOf(after.id)).toMatchObject({ outcome: "open" });
  });
});

describe("the database refuses the end of a signal that prices decide", () => {
  type Draft = Pick<LedgerDraft, "kind" | "payload">;
  type Row = typeof signals.$inferInsert;

  it.each<[what: string, draft: Draft, row: Partial<Row>]>([
    [
      "by its deadline alone",
      { kind: "settled", payload: { outcome: "lost", cause: "deadline" } },
      { outcome: "lost" },
    ],
    ["by hand", { kind: "settled", payload: HAND }, { outcome: "won", evidence: EVIDENCE }],
    [
      "by a void after its entry",
      { kind: "voided", payload: { reason: "x" } },
      { outcome: "void", void_reason: "x" },
    ],
  ])("%s", async (_what, { kind, payload }, row) => {
    const { id } = await publishPriced();
    record.clock.ms += 6 * MINUTE_MS;
    const ended = commitToLedger(pricedDeps, {
      reads: [],
      plan: (_rows, { atMs }) => ({
        drafts: [{ kind, signal_id: id, payload } as LedgerDraft],
        statements: ([entry]) => [
          record.deps.db
            .update(signals)
            .set({ ...row, settled_at: atMs, settled_seq: entry?.seq })
            .where(eq(signals.id, id)),
        ],
        result: () => null,
      }),
    });
    await expect(ended).rejects.toThrow("signal is not as its entry says");
    expect(await signalOf(id)).toMatchObject({ outcome: "open" });
  });
});
