/** The nightly check of a record that one run cannot read. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { pastTriggers } from "#tests/support/past-triggers.ts";
import {
  addSomeTrader,
  createRecord,
  DAY_MS,
  publishAndSettle,
  signalBy,
} from "#tests/worker/api/signals/record.ts";
import { catchUpLog, commitToLedger } from "#worker/api/ledger/index.ts";
import { totals, traders } from "#worker/api/tables/traders.ts";
import { seedRecord } from "#worker/local/demo-data/write-record.ts";
import { checkNextNight, readiness, runCheck } from "./nights.ts";

const record = createRecord(Date.UTC(2026, 5, 1));
const db = drizzle(env.DB);

/** Runs until the reading of what is new is through, or finds a fault. */
async function readNewest() {
  record.clock.ms += DAY_MS;
  for (let runs = 1; ; runs += 1) {
    const [line] = await runCheck(record);
    if (line) return { runs, line };
  }
}

const entries = async () =>
  (await env.DB.prepare("SELECT max(seq) AS n FROM ledger").first<number>("n")) ?? 0;

describe("the nightly check of a long record", { timeout: 120_000 }, () => {
  it("takes several runs, of at most 50 statements each", async () => {
    await seedRecord(env.DB, { signals: 2_600, endMs: record.clock.ms });
    await catchUpLog({ db, now: Date.now });
    expect(await entries()).toBeGreaterThan(5_000);
    record.clock.ms += DAY_MS;
    const counts: number[] = [];
    const lines: object[] = [];
    while (lines.length < 2) {
      let statements = 0;
      const counted = new Proxy(env.DB, {
        get(target, name) {
          if (name === "prepare") statements += 1;
          return Reflect.get(target, name).bind(target);
        },
      });
      lines.push(...(await runCheck(record, drizzle(counted))));
      counts.push(statements);
    }
    expect(lines).toMatchObject([
      { event: "record_holds", reading: "newest", seq: await entries() },
      { event: "record_holds", reading: "whole", seq: 1_000 },
    ]);
    expect(counts).toHaveLength(7);
    expect(Math.max(...counts)).toBeLessThanOrEqual(50);
    const { details } = await readiness(record);
    const at = new Date(record.clock.ms).toISOString();
    expect(details).toEqual([
      `record: checked up to entry ${await entries()} at ${at}`,
      `record: read again up to entry 1000 at ${at}; begun at ${at}`,
    ]);
  });

  it("goes on from the last entry, and finds what was changed above it the same night", async () => {
    // Below, where only the reading of the whole looks.
    await pastTriggers(
      env.DB,
      "UPDATE signals SET payout = payout + 1 WHERE published_seq = (SELECT max(published_seq) FROM signals WHERE published_seq < 4500)",
    );
    const trader = await addSomeTrader(record);
    const id = await publishAndSettle(record, signalBy(trader, record), "lost");
    expect(await readNewest()).toMatchObject({ runs: 1, line: { event: "record_holds", reading: "newest" } });
    const another = await publishAndSettle(record, signalBy(trader, record), "lost");
    await pastTriggers(env.DB, `UPDATE signals SET outcome = 'won' WHERE id = '${another}'`);
    const fault = { table: "signals", key: another, place: "outcome" };
    expect(await readNewest()).toMatchObject({ runs: 1, line: { event: "record_broken", fault } });
    await pastTriggers(env.DB, `UPDATE signals SET outcome = 'lost' WHERE id = '${another}'`);
    expect(await readNewest()).toMatchObject({ line: { event: "record_holds" } });
    expect(id).not.toBe(another);
  });

  it("finds what was changed below it within 28 nights", async () => {
    for (let nights = 1; ; nights += 1) {
      expect(nights).toBeLessThanOrEqual(28);
      const [, whole] = await checkNextNight(record);
      if (whole?.["event"] === "record_broken") {
        expect(whole).toMatchObject({ fault: { table: "signals", place: "payout" } });
        break;
      }
    }
    expect(await readiness(record)).toMatchObject({ holds: false });
  });

  it("forgets no fault of a trader while more entries come than one run reads", async () => {
    const trader = await addSomeTrader(record);
    await pastTriggers(env.DB, `UPDATE traders SET won = 1 WHERE handle = '${trader}'`);
    const fault = { table: "traders", key: trader, place: "won" };
    expect(await readNewest()).toMatchObject({ line: { event: "record_broken", fault } });
    await manyJoin(1_500);
    await pastTriggers(env.DB, `UPDATE traders SET last_seq = 1000000 WHERE handle = '${trader}'`);
    record.clock.ms += DAY_MS;
    expect(await runCheck(record)).toEqual([]);
    expect((await readiness(record)).details.join()).toContain(trader);
    expect(await runCheck(record)).toMatchObject([{ event: "record_broken", fault: { key: trader } }]);
  });
});

async function manyJoin(count: number): Promise<void> {
  await commitToLedger(record.deps, {
    reads: [],
    plan: (_, { atMs }) => ({
      drafts: Array.from({ length: count }, (_, index) => ({
        kind: "trader_joined" as const,
        signal_id: null,
        payload: { trader: `one-of-many-${index}` },
      })),
      statements: (added) => [
        db.insert(traders).select(
          sql`SELECT NULL, payload ->> 'trader', payload ->> 'trader', payload ->> 'trader', at, NULL, 0, -1, -1, 1, 1, 0, seq,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM ledger WHERE at = ${atMs} AND seq >= ${added[0]?.seq}`,
        ),
        db.update(totals).set({ traders: sql`${totals.traders} + ${count}`, last_seq: added.at(-1)?.seq }),
      ],
      result: () => null,
    }),
  });
}
