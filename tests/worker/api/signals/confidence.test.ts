/** A probability that a trader states with a signal, and its comparison with the results. */
import { describe, expect, it } from "vitest";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { publishSignal, showSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./record.ts";

describe("a stated probability", () => {
  it("is in the signal, its ledger entry and the exports", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    const { id } = await publishSignal(record.deps, signalBy(trader, record, { confidence: 72 }));
    const signal = await showSignal(record.deps.db, id);
    expect(signal).toMatchObject({ confidence: 72, entries: [{ payload: { confidence: 72 } }] });
    const csv = await (await record.ask(`/api/signals/export.csv?trader=${trader}`)).text();
    expect(csv).toMatch(/,confidence,counts_as_lost,witnessed_at,.*\r\n.*,72,false,,+\r\n$/);
    const entries = await (await record.ask("/api/ledger/export.ndjson")).text();
    expect(entries).toContain('"confidence":72');
  });

  it("is optional, and is null in the signal and missing in the ledger entry without one", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    const { id } = await publishSignal(record.deps, signalBy(trader, record));
    const signal = await showSignal(record.deps.db, id);
    expect(signal?.confidence).toBeNull();
    expect(signal?.entries[0]?.payload).not.toHaveProperty("confidence");
  });
});

describe("a trader's calibration", () => {
  it("counts wins and losses, but no draws, late signals or OTC signals", async () => {
    const record = createRecord(Date.UTC(2026, 3, 1));
    const trader = await addSomeTrader(record);
    const settle = (confidence: number | undefined, outcome: "won" | "lost" | "draw", changes = {}) =>
      publishAndSettle(record, signalBy(trader, record, { confidence, ...changes }), outcome);
    await settle(70, "won");
    await settle(74, "lost");
    await settle(91, "lost");
    await settle(undefined, "won");
    await settle(72, "draw");
    await settle(72, "won", { asset: "EURUSD_otc" });
    await settle(72, "lost", { entry_at: new Date(record.clock.ms - 1000).toISOString() });
    const { calibration } = await (await record.ask(`/api/traders/${trader}/`)).json<TraderDetail>();
    expect(calibration).toMatchObject([
      { from: 70, to: 79, decided: 2, won: 1, said: 0.72, rate: 0.5 },
      { from: 90, to: 99, decided: 1, won: 0, said: 0.91, rate: 0 },
    ]);
  });
});
