/** Whatever the API accepts, the replay of its ledger is what its read models say. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import * as v from "valibot";
import { expect, it } from "vitest";
import { LedgerPage, type LedgerEntry } from "#shared/contracts/ledger.ts";
import { Signal } from "#shared/contracts/signals.ts";
import { Summary, TraderDetail } from "#shared/contracts/traders.ts";
import { differenceOf } from "#shared/differences.ts";
import { verifyChain } from "#shared/ledger-chain.ts";
import { compareSignal, compareSummary, compareTrader } from "#shared/published-record.ts";
import { createReplay } from "#shared/replay.ts";
import { webCryptoSha256 } from "#shared/sha256.ts";
import { equityTextOf, signalRowOf, totalsRowOf, traderRowOf } from "#shared/stored-record.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import {
  correctSignal,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";
import { createRecord, DAY_MS, MINUTE_MS, signalBy, type TestRecord } from "./record.ts";

const sha256 = webCryptoSha256(crypto.subtle, new TextEncoder());
const record = createRecord();

/** Traders and signals are meant by number among those of the run; what the API refuses is part of the game. */
type Act = (world: World) => Promise<unknown>;

interface World {
  readonly record: TestRecord;
  readonly handles: string[];
  readonly ids: string[];
}

const some = fc.nat(11);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Act>(join) },
  {
    weight: 6,
    arbitrary: fc
      .record({
        trader: some,
        asset: fc.constantFrom("EUR/USD", "EUR/USD", "EURUSD_otc", "EURUSDOTC"),
        entryMs: fc.constantFrom(-MINUTE_MS, -1, 0, 1, MINUTE_MS),
        lifeMs: fc.constantFrom(1, MINUTE_MS, 366 * DAY_MS, 367 * DAY_MS),
        payout: fc.constantFrom(0.0001, 0.85, 1.2345, 10),
      })
      .map(publish),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(some, fc.constantFrom("won", "lost", "draw")).map(
      ([which, outcome]): Act =>
        ({ record: { deps }, ids }) =>
          settleSignal(deps, ids[which % ids.length] ?? "none", outcome),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(some, fc.constantFrom("won", "draw"), fc.constantFrom("draw", "lost")).map(
      ([which, from, outcome]): Act =>
        ({ record: { deps }, ids }) =>
          correctSignal(deps, ids[which % ids.length] ?? "none", { from, outcome, reason: "misread" }),
    ),
  },
  {
    weight: 1,
    arbitrary: some.map(
      (which): Act =>
        ({ record: { deps }, ids }) =>
          voidSignal(deps, ids[which % ids.length] ?? "none", "no quotes"),
    ),
  },
  {
    weight: 1,
    arbitrary: some.map(
      (which): Act =>
        ({ record: { deps }, handles }) =>
          retireTrader(deps, handles[which % handles.length] ?? "none"),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1, MINUTE_MS, DAY_MS - 1, DAY_MS, -MINUTE_MS).map(
      (ms): Act =>
        async ({ record: { clock } }) =>
          void (clock.ms += ms),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Act>(({ record: { deps } }) => settleOverdue(deps)) },
);

it("replays to what the API publishes and stores, after any acts", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      const world: World = { record, handles: [], ids: [] };
      await join(world);
      for (const next of acts) await unlessRefused(next(world));
      await expectReplayed(world);
    }),
    { numRuns: 15 },
  );
  const { results } = await env.DB.prepare("SELECT DISTINCT outcome FROM signals").all();
  expect(results).toHaveLength(5);
});

async function expectReplayed({ handles, ids }: World): Promise<void> {
  const replay = createReplay();
  const verdict = await verifyChain(await allEntries(0), { sha256, replay });
  expect(verdict).toMatchObject({ holds: true });
  const { state } = replay;
  expect(compareSummary(v.parse(Summary, await answerOf("/api/summary/")))(state)).toBeNull();
  for (const handle of handles)
    expect(compareTrader(v.parse(TraderDetail, await answerOf(`/api/traders/${handle}/`)))(state)).toBeNull();
  for (const id of ids)
    expect(compareSignal(v.parse(Signal, await answerOf(`/api/signals/${id}/`)))(state)).toBeNull();

  for (const id of ids) {
    const signal = state.signals.get(id);
    const row = await env.DB.prepare(
      "SELECT signals.*, handle FROM signals JOIN traders ON traders.id = trader_id WHERE signals.id = ?1",
    )
      .bind(id)
      .first();
    const { trader_id: _, ...told } = { ...row };
    expect(differenceOf(told, signal && signalRowOf(signal))).toBeNull();
  }
  for (const handle of handles) {
    const trader = state.traders.get(handle);
    const row = await env.DB.prepare("SELECT * FROM traders WHERE handle = ?1").bind(handle).first();
    const { id, name: _, ...told } = { ...row };
    expect(differenceOf(told, trader && traderRowOf(trader))).toBeNull();
    const series = await env.DB.prepare("SELECT series FROM trader_equity WHERE trader_id = ?1")
      .bind(id)
      .first("series");
    if (series !== null) expect(series).toBe(trader && equityTextOf(trader));
  }
  expect(
    differenceOf(await env.DB.prepare("SELECT * FROM totals").first(), totalsRowOf(state.totals)),
  ).toBeNull();
}

async function join({ record: { deps }, handles }: World): Promise<void> {
  const handle = `trader-${crypto.randomUUID().slice(0, 8)}`;
  await addTrader(deps, { handle, name: `Name of ${handle}` });
  handles.push(handle);
}

function publish(signal: {
  readonly trader: number;
  readonly asset: string;
  readonly entryMs: number;
  readonly lifeMs: number;
  readonly payout: number;
}): Act {
  return async ({ record, handles, ids }) => {
    const { asset, payout } = signal;
    const entryMs = record.clock.ms + signal.entryMs;
    const times = {
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + signal.lifeMs).toISOString(),
    };
    const trader = handles[signal.trader % handles.length] ?? "none";
    const { id } = await publishSignal(record.deps, signalBy(trader, record, { asset, payout, ...times }));
    ids.push(id);
  };
}

async function unlessRefused(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
}

async function answerOf(path: string): Promise<unknown> {
  return (await record.ask(path)).json();
}

async function allEntries(after: number): Promise<LedgerEntry[]> {
  const page = v.parse(LedgerPage, await answerOf(`/api/ledger/?after=${after}&limit=1000`));
  return page.next === null ? page.results : [...page.results, ...(await allEntries(Number(page.next)))];
}
