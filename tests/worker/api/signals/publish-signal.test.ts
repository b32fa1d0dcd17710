import { describe, expect, it } from "vitest";
import type { NewSignalInput } from "#shared/contracts/signals.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";
import { beforeBatches } from "../before-batches.ts";
import { addSomeTrader, createRecord, DAY_MS, MINUTE_MS, signalBy } from "./record.ts";

const record = createRecord();
const at = (offsetMs: number) => new Date(record.clock.ms + offsetMs).toISOString();

describe("publishSignal", () => {
  it("publishes an open signal at the server's time", async () => {
    const trader = await addSomeTrader(record);
    const signal = await publishSignal(record.deps, signalBy(trader, record));
    expect(signal).toMatchObject({
      trader: { handle: trader },
      published_at: at(0),
      settle_by: at(6 * MINUTE_MS + DAY_MS),
      outcome: "open",
      is_late: false,
      payout: 0.85,
      stake: 1,
      settled_at: null,
      settled_seq: null,
      confidence: null,
    });
    expect(await record.signalOf(signal.id)).toMatchObject({
      ...signal,
      entries: [{ kind: "published", seq: signal.published_seq }],
    });
  });

  it("records all terms of the signal in the ledger, and that it was late", async () => {
    const trader = await addSomeTrader(record);
    const sent = { direction: "down", entry_at: at(-1), payout: 0.07, confidence: 72 } as const;
    const { id, payout } = await publishSignal(record.deps, signalBy(trader, record, sent));
    expect([id, payout]).toEqual([expect.stringMatching(/^[0-9a-f]{20}$/), 0.07]);
    expect((await record.signalOf(id)).entries.map(({ payload }) => payload)).toEqual([
      {
        trader,
        asset: "EUR/USD",
        direction: "down",
        entry_at: at(-1),
        expires_at: at(6 * MINUTE_MS),
        settle_by: at(6 * MINUTE_MS + DAY_MS),
        payout: 0.07,
        confidence: 72,
        is_late: true,
      },
    ]);
    expect((await record.traderOf(trader)).statistics).toMatchObject({ late: 1, open: 1 });
  });

  it("normalises the asset, in the ledger as well", async () => {
    const trader = await addSomeTrader(record);
    const { id } = await publishSignal(record.deps, signalBy(trader, record, { asset: "FX:eur_usd" }));
    const asset = "EUR/USD";
    expect(await record.signalOf(id)).toMatchObject({ asset, entries: [{ payload: { asset } }] });
  });

  it("marks a signal as late if the entry time has passed, and not earlier", async () => {
    const trader = await addSomeTrader(record);
    const late = await publishSignal(record.deps, signalBy(trader, record, { entry_at: at(-1) }));
    const onTime = await publishSignal(record.deps, signalBy(trader, record, { entry_at: at(0) }));
    expect([late.is_late, onTime.is_late]).toEqual([true, false]);
  });

  it("decides on lateness when the signal is committed, not when it was sent", async () => {
    const trader = await addSomeTrader(record);
    const signal = signalBy(trader, record);
    const db = beforeBatches(() => (record.clock.ms += 2 * MINUTE_MS));
    expect(await publishSignal({ ...record.deps, db }, signal)).toMatchObject({ is_late: true });
  });

  it("refuses a signal that has expired, one that lasts too long, and a trader who cannot publish", async () => {
    const trader = await addSomeTrader(record);
    const attempt = async (changes: Partial<NewSignalInput>) =>
      publishSignal(record.deps, signalBy(trader, record, changes));
    await expect(attempt({ entry_at: at(-10_000), expires_at: at(0) })).rejects.toMatchObject({
      code: "already_expired",
    });
    expect(await attempt({ entry_at: at(-9_999), expires_at: at(1) })).toMatchObject({ is_late: true });
    expect(await attempt({ entry_at: at(1 - 366 * DAY_MS), expires_at: at(1) })).toMatchObject({
      is_late: true,
    });
    await expect(attempt({ expires_at: at(366 * DAY_MS + 1) })).rejects.toMatchObject({ code: "too_long" });
    expect(await attempt({ expires_at: at(366 * DAY_MS) })).toMatchObject({ outcome: "open" });
    await expect(attempt({ trader: "nobody-here" })).rejects.toMatchObject({ code: "trader_not_found" });
    await retireTrader(record.deps, trader);
    await expect(attempt({})).rejects.toMatchObject({ code: "trader_retired" });
    await expect(addTrader(record.deps, { handle: trader, name: "Again" })).rejects.toMatchObject({
      code: "trader_exists",
    });
  });
});
