/** A probability that a trader states with a signal, and its comparison with the results. */
import { expect, it } from "vitest";
import type { Settlement } from "#shared/contracts/signals.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, publishAndSettle, signalBy } from "./record.ts";

const record = createRecord();

it("a stated probability is in the signal, its ledger entry and the exports", async () => {
  const trader = await addSomeTrader(record);
  const { id } = await publishSignal(record.deps, signalBy(trader, record, { confidence: 72 }));
  expect(await record.signalOf(id)).toMatchObject({
    confidence: 72,
    entries: [{ payload: { confidence: 72 } }],
  });
  const csv = await (await record.ask(`/api/signals/export.csv?trader=${trader}`)).text();
  expect(csv).toMatch(/,confidence,counts_as_lost,witnessed_at,.*\r\n.*,72,false,,+\r\n$/);
  const entries = await (await record.ask("/api/ledger/export.ndjson")).text();
  expect(entries).toContain('"confidence":72');
});

it("a signal without one has null, and its ledger entry no such field", async () => {
  const { id } = await publishSignal(record.deps, signalBy(await addSomeTrader(record), record));
  const { confidence, entries } = await record.signalOf(id);
  expect(confidence).toBeNull();
  expect(entries[0]?.payload).not.toHaveProperty("confidence");
});

it("a trader's calibration counts wins and losses, but no draws, late signals or OTC signals", async () => {
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
  expect((await record.traderOf(trader)).calibration).toMatchObject([
    { from: 70, to: 79, decided: 2, won: 1, said: 0.72, rate: 0.5 },
    { from: 90, to: 99, decided: 1, won: 0, said: 0.91, rate: 0 },
  ]);
});
