/** A ledger that the log is behind, as after a seed: the scheduled job adds the entries, and commits continue from there. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import { beforeBatches } from "#tests/worker/api/before-batches.ts";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";
import { catchUpLog } from "#worker/api/ledger/index.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { checkNextNight } from "./nights.ts";
import { storedTiles, tilesByDefinition } from "./tiles-by-definition.ts";
import { LOG_CATCH_UP } from "#shared/limits/log.ts";

const record = createRecord(Date.UTC(2026, 5, 1));
const db = drizzle(env.DB);

const widths = async () => (await storedTiles()).map(({ hashes }) => hashes.length / 64);
const total = async () =>
  (await storedTiles()).reduce((sum, { level, hashes }) => sum + (level === 0 ? hashes.length / 64 : 0), 0);

/** From the first entry on. */
async function nightlyCheck(): Promise<object | undefined> {
  await env.DB.batch(
    ["record_checks", "checked_states"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  return (await checkNextNight(record))[0];
}

describe("ledger entries that the log lacks", { timeout: 60_000 }, () => {
  it("are ignored by commits and by the nightly check", async () => {
    await seedRecord(env.DB, { signals: 2_500, endMs: record.clock.ms });
    await addSomeTrader(record);
    expect(await widths()).toEqual([]);
    expect(await nightlyCheck()).toMatchObject({ event: "record_holds" });
  });

  it("are added to the log in steps, each of which is valid if the job stops after it", async () => {
    let batches = 0;
    const killed = beforeBatches(() => {
      batches += 1;
      // A step reads, then writes: the second write never comes.
      if (batches === 4) throw new Error("killed");
    });
    await expect(catchUpLog({ db: killed, now: Date.now })).rejects.toThrow("killed");
    expect(await total()).toBe(LOG_CATCH_UP.entries);
    expect(await nightlyCheck()).toMatchObject({ event: "record_holds" });

    // A run that has used its time ends after its step.
    let calls = 0;
    await catchUpLog({ db, now: () => (calls += LOG_CATCH_UP.maxMs) });
    expect(await total()).toBe(2 * LOG_CATCH_UP.entries);

    await catchUpLog({ db, now: Date.now });
    expect(await storedTiles()).toEqual(await tilesByDefinition());
    const tiles = await storedTiles();
    await catchUpLog({ db, now: Date.now });
    expect(await storedTiles()).toEqual(tiles);
  });

  it("are followed in the log by the next commit's entries", async () => {
    const before = await total();
    await addSomeTrader(record);
    expect(await total()).toBe(before + 1);
    expect(await storedTiles()).toEqual(await tilesByDefinition());
    expect(await nightlyCheck()).toMatchObject({ event: "record_holds" });
  });
});
