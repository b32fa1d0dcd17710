import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { SignalPage } from "#shared/contracts/signals.ts";
import { TraderDetail, TraderPage } from "#shared/contracts/traders.ts";
import { selectHead } from "#worker/api/ledger/ledger-row.ts";
import { correctSignal, publishSignal, settleSignal, voidSignal } from "#worker/api/signals/index.ts";
import { addSomeTrader, createRecord, MINUTE_MS, signalBy } from "./record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const record = createRecord(Date.UTC(2026, 2, 1));
const { deps, clock, ask, read, signalOf, traderOf } = record;
const { db } = deps;

/** As the job writes it once a witness has signed the checkpoint of now. */
async function witness(atMs: number): Promise<number> {
  const { seq = 0 } = (await selectHead(db).get()) ?? {};
  await db.run(sql`INSERT INTO log_checkpoints
    (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
    VALUES (${seq}, ${`tidemark.test/log\n${seq}\nroot\n`}, 'line', ${atMs}, 'line', ${atMs})`);
  return seq;
}

describe("the witnessing of a signal", () => {
  let trader = "";
  const ids: string[] = [];
  let firstSeenMs = 0;

  async function publish(entryInMs: number) {
    const entry_at = new Date(clock.ms + entryInMs).toISOString();
    const expires_at = new Date(clock.ms + 6 * MINUTE_MS).toISOString();
    const { id } = await publishSignal(deps, signalBy(trader, record, { entry_at, expires_at }));
    ids.push(id);
    return id;
  }

  beforeAll(async () => {
    trader = await addSomeTrader(record);
    // Before anybody looked, seen too late, at the very entry time, and in time.
    await publish(MINUTE_MS);
    clock.ms += 2 * MINUTE_MS;
    await publish(1_000);
    await publish(2_000);
    await publish(MINUTE_MS);
    await publish(MINUTE_MS);
    await publish(MINUTE_MS);
    expect(await traderOf(trader)).toMatchObject({ witnessed: null });
    firstSeenMs = clock.ms + 2_000;
    await witness(firstSeenMs);
    // Published since: not seen yet.
    await publish(MINUTE_MS);
    clock.ms += 10 * MINUTE_MS;
    const [, , , won = "", corrected = "", voided = ""] = ids;
    for (const id of [ids[0] ?? "", ids[1] ?? "", won, corrected])
      await settleSignal(deps, id, "won", EVIDENCE);
    await correctSignal(deps, corrected, { from: "won", outcome: "draw", reason: "A gap." });
    await correctSignal(deps, corrected, { from: "draw", outcome: "lost", reason: "A gap." });
    await voidSignal(deps, voided, "No price.");
  });

  it("is shown for each signal, in lists and in the export", async () => {
    const seen = new Date(firstSeenMs).toISOString();
    const expected = [seen, seen, seen, seen, seen, seen, null];
    for (const [at, id] of ids.entries())
      expect(await signalOf(id)).toMatchObject({ witnessed_at: expected[at] });
    const { results } = await read(SignalPage, `/api/signals/?trader=${trader}`);
    expect(results.map(({ witnessed_at }) => witnessed_at)).toEqual(expected.toReversed());
    const csv = (await (await ask(`/api/signals/export.csv?trader=${trader}`)).text()).trim();
    const [names = [], ...rows] = csv.split("\r\n").map((line) => line.split(","));
    expect(rows.map((row) => row[names.indexOf("witnessed_at")])).toEqual(expected.map((at) => at ?? ""));
  });

  it("is counted for the trader, also in the ranking", async () => {
    const witnessed = { in_time: 3, published: 7 };
    expect(await traderOf(trader)).toMatchObject({ witnessed });
    const { results } = await read(TraderPage, "/api/traders/");
    expect(results.find(({ handle }) => handle === trader)).toMatchObject({ witnessed });
  });

  it("can be used as a filter for lists, exports and a trader's figures", async () => {
    const page = await read(SignalPage, `/api/signals/?trader=${trader}&witnessed=in_time`);
    expect(page.results.map(({ id }) => id)).toEqual(ids.slice(3, 6).toReversed());
    const csv = await (await ask(`/api/signals/export.csv?witnessed=in_time&trader=${trader}`)).text();
    expect(csv.trim().split("\r\n")).toHaveLength(4);
    const all = await traderOf(trader);
    expect(all.statistics).toMatchObject({ won: 3, lost: 2, void_lost: 1, open: 2 });
    const only = await read(TraderDetail, `/api/traders/${trader}/?witnessed=in_time`);
    expect(only.statistics).toMatchObject({ won: 1, lost: 2, void_lost: 1, open: 0, net: 0.85 - 2 });
    expect(only.witnessed).toEqual({ in_time: 3, published: 7 });
    // Won twice, the second of which was corrected to a draw, then to a loss; the void counts as lost.
    expect(only.equity.at(-1)).toMatchObject({ settled: 3, equity: 0.85 - 2 });
  });

  it("does not change when more is witnessed", async () => {
    const id = ids[6] ?? "";
    clock.ms += MINUTE_MS;
    const size = await witness(clock.ms);
    expect(await signalOf(id)).toMatchObject({
      witnessed_at: new Date(clock.ms).toISOString(),
    });
    expect(await signalOf(ids[3] ?? "")).toMatchObject({
      witnessed_at: new Date(firstSeenMs).toISOString(),
    });
    expect(await traderOf(trader)).toMatchObject({
      witnessed: { in_time: 3, published: 7 },
    });
    await expect(witness(clock.ms)).rejects.toThrow();
    expect(size).toBeGreaterThan(7);
  });

  it("is refused as a filter with another value", async () => {
    expect((await ask(`/api/traders/${trader}/?witnessed=late`)).status).toBe(400);
  });

  it.each([
    [
      "a signal that nobody saw in time",
      "INSERT INTO witnessed_signals SELECT min(published_seq), trader_id FROM signals",
    ],
    [
      "a signal for another trader",
      "INSERT OR REPLACE INTO witnessed_signals SELECT published_seq, trader_id + 1 FROM witnessed_signals",
    ],
    ["a signal away", "DELETE FROM witnessed_signals"],
    ["a signal to another", "UPDATE witnessed_signals SET published_seq = published_seq + 1"],
    ["the count away", "DELETE FROM witnessed_traders"],
    [
      "an older size than the newest",
      `INSERT INTO log_checkpoints (size, note, first_cosignatures, first_witnessed_at, last_cosignatures, last_witnessed_at)
       VALUES (1, char(10) || 1 || char(10), 'line', 1, 'line', 1)`,
    ],
  ])("cannot be forged by writing %s", async (_, statement) => {
    await expect(db.run(sql.raw(statement))).rejects.toThrow();
  });
});
