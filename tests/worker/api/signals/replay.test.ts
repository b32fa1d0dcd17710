/** Whatever the API accepts, a replay of the ledger gives the same state as its read models. */
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Settlement, Signal } from "#shared/contracts/signals.ts";
import { Summary, TraderPage } from "#shared/contracts/traders.ts";
import { differenceOf } from "#shared/record/differences.ts";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { MAX_LAST_RESULTS } from "#shared/limits/lists.ts";
import { compareSignal, compareSummary, compareTrader } from "#shared/record/published-record.ts";
import type { Ending } from "#shared/record/ending.ts";
import { type NamedQuote, quoteKey, verdictByPrices } from "#shared/record/price-rule.ts";
import { createReplay } from "#shared/record/replay.ts";
import { EVIDENCE, sha256 } from "#tests/support/chained.ts";
import { equityRowOf, signalRowOf, totalsRowOf, traderRowOf } from "#shared/record/stored-record.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import {
  correctSignal,
  endByPrices,
  publishSignal,
  settleOverdue,
  settleSignal,
  voidSignal,
} from "#worker/api/signals/index.ts";
import { addTrader, retireTrader } from "#worker/api/traders/index.ts";
import {
  createRecord,
  DAY_MS,
  MINUTE_MS,
  pricedBy,
  quoteAt,
  readEntries,
  signalBy,
  type TestRecord,
} from "./record.ts";

/** Every run may take months, and no entry can be later than now. */
const record = createRecord(Date.UTC(2020, 0, 1));

/** Traders and signals are meant by number among those of the run; what the API refuses is part of the game. */
type Act = (world: World) => Promise<unknown>;

interface World {
  readonly record: TestRecord;
  readonly handles: string[];
  readonly signals: Signal[];
}

const some = fc.nat(11);
const idAt = ({ signals }: World, which: number) => signals[which % signals.length]?.id ?? "none";

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Act>(join) },
  {
    weight: 8,
    arbitrary: fc
      .record({
        trader: some,
        asset: fc.constantFrom("EUR/USD", "EUR/USD", "EURUSD_otc", "EURUSDOTC"),
        entryMs: fc.constantFrom(-MINUTE_MS, -1, 0, 1, MINUTE_MS),
        lifeMs: fc.constantFrom(10_000, MINUTE_MS, 2 * MINUTE_MS, 365 * DAY_MS, 366 * DAY_MS),
        payout: fc.constantFrom(0.0001, 0.85, 0.9999, 1),
        confidence: fc.constantFrom(undefined, 50, 72, 99),
        sources: fc.constantFrom(0, 0, 1, 2),
        statedPrice: fc.constantFrom(undefined, "1.0850"),
      })
      .map(publish),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        some,
        fc.constantFrom("won", "lost", "draw"),
        fc.constantFrom(-1, 0, 0, MINUTE_MS, DAY_MS - 1, DAY_MS),
      )
      .map((settlement) => settle(...settlement)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        some,
        fc.constantFrom("1.1", "1.2", "1.20", "1.3", null),
        fc.constantFrom(-1, 0, DAY_MS, 8 * DAY_MS),
        fc.array(fc.constantFrom(0, 1, MINUTE_MS), { minLength: 2, maxLength: 2 }),
      )
      .map((prices) => settleAtPrice(...prices)),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(some, fc.constantFrom("won", "draw"), fc.constantFrom("draw", "lost"))
      .map((correction) => correct(...correction)),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(some, fc.constantFrom(undefined, -1, 0)).map((withdrawal) => withdraw(...withdrawal)),
  },
  { weight: 1, arbitrary: some.map(retire) },
  { weight: 2, arbitrary: fc.constantFrom(1, MINUTE_MS, DAY_MS, 8 * DAY_MS, -MINUTE_MS).map(wait) },
  { weight: 2, arbitrary: fc.constant(overdue) },
);

/** Everything that can happen, in one run. */
const plain = {
  trader: 0,
  asset: "EUR/USD",
  entryMs: MINUTE_MS,
  lifeMs: MINUTE_MS,
  payout: 0.85,
  confidence: 64,
  sources: 0,
  statedPrice: undefined,
};
const priced = { ...plain, sources: 2, statedPrice: "1.0850" };
const EVERYTHING: readonly Act[] = [
  ...Array.from({ length: 6 }, () => publish(plain)),
  publish({ ...plain, asset: "EURUSD_otc", entryMs: -1 }),
  withdraw(5),
  settle(0, "won", 0),
  settle(1, "won", 0),
  settle(2, "draw", 0),
  settle(3, "lost", 0),
  settle(6, "lost", 0),
  correct(0, "won", "draw"),
  correct(0, "draw", "lost"),
  correct(1, "won", "lost"),
  publish({ ...plain, confidence: 71 }),
  wait(3 * MINUTE_MS),
  withdraw(7),
  retire(0),
  join,
  // Each with an expiry of its own, as one moment has one price.
  ...Array.from({ length: 6 }, (_, which) =>
    publish({ ...priced, trader: 1, lifeMs: MINUTE_MS + 1000 * which }),
  ),
  publish({ ...priced, trader: 1, entryMs: -1 }),
  settleAtPrice(8, "1.3", 0),
  settleAtPrice(9, "1.1", 0),
  settleAtPrice(10, "1.2", 0),
  settleAtPrice(11, null, 0),
  settleAtPrice(13, "1.3", 0, [0, MINUTE_MS]),
  settleAtPrice(14, "1.3", 0),
  settle(12, "won", 0),
  correct(8, "won", "lost"),
  correct(12, "won", "lost"),
  wait(2 * DAY_MS),
  overdue,
  wait(8 * DAY_MS),
  overdue,
];

it("a replay of the ledger gives what the API returns and stores", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (acts) => {
      const world: World = { record, handles: [], signals: [] };
      // Past what the run before has made the clock go back.
      record.clock.ms += DAY_MS;
      await join(world);
      let lost = await losses();
      for (const next of acts) {
        await unlessRefused(next(world));
        const after = await losses();
        expect(after, "no act takes a loss back").toBeGreaterThanOrEqual(lost);
        lost = after;
      }
      await expectReplayed(world);
    }),
    { numRuns: 15, examples: [[[...EVERYTHING]]] },
  );
  const { results } = await env.DB.prepare(
    `SELECT DISTINCT kind, payload ->> 'cause' AS cause, payload ->> 'outcome' AS outcome FROM ledger`,
  ).all();
  // By hand, by its deadline, corrected, by prices; withdrawn, void for want of a price, published; joined, retired.
  expect(results).toHaveLength(3 + 1 + 2 + 3 + 3 + 2);
});

async function losses(): Promise<number> {
  return (await env.DB.prepare("SELECT lost + otc_lost AS lost FROM totals").first<number>("lost")) ?? 0;
}

/** Every answer and every row is as a replay of the entries has it. */
async function expectReplayed({ handles, signals }: World): Promise<void> {
  const replay = createReplay();
  expect(await verifyChain(await readEntries(record), { sha256, replay })).toMatchObject({ holds: true });
  const { state } = replay;
  expect(compareSummary(await record.read(Summary, "/api/summary/"))(state)).toBeNull();
  const { results } = await record.read(TraderPage, "/api/traders/?limit=100&sort=joined_at");
  for (const trader of results) {
    expect(compareTrader(trader)(state)).toBeNull();
    const { settled, void: voided, void_unpriced, late_won, otc_won, otc_lost, otc_draw } = trader.statistics;
    const ended = settled + voided + void_unpriced + late_won + otc_won + otc_lost + otc_draw;
    expect(trader.last_results).toHaveLength(Math.min(ended, MAX_LAST_RESULTS));
  }
  for (const handle of handles) {
    expect(compareTrader(await record.traderOf(handle))(state)).toBeNull();
    const { id, name: _name, folded: _folded, ...row } = await rowOf("traders WHERE handle = ?1", handle);
    const trader = state.traders.get(handle);
    expect(differenceOf(row, trader && traderRowOf(trader))).toBeNull();
    const { trader_id, ...equity } = await rowOf("trader_equity WHERE trader_id = ?1", id);
    if (trader_id !== undefined) expect(equity).toEqual(trader && equityRowOf(trader));
  }
  for (const { id } of signals) {
    expect(compareSignal(await record.read(Signal, `/api/signals/${id}/`))(state)).toBeNull();
    const row = await rowOf(
      "signals JOIN (SELECT id AS trader_id, handle FROM traders) USING (trader_id) WHERE id = ?1",
      id,
    );
    const { trader_id: _, ...told } = row;
    const signal = state.signals.get(id);
    expect(differenceOf(told, signal && signalRowOf(signal))).toBeNull();
  }
  expect(differenceOf(await rowOf("totals"), totalsRowOf(state))).toBeNull();
  const { results: quotes } = await env.DB.prepare("SELECT * FROM quotes").all<NamedQuote>();
  expect(new Map(quotes.map((quote) => [quoteKey(quote), quote.price]))).toEqual(state.quotes);
}

async function rowOf(from: string, ...values: unknown[]): Promise<Record<string, unknown>> {
  return (
    (await env.DB.prepare(`SELECT * FROM ${from}`)
      .bind(...values)
      .first()) ?? {}
  );
}

async function join({ record: { deps }, handles }: World): Promise<void> {
  const handle = `trader-${crypto.randomUUID().slice(0, 8)}`;
  await addTrader(deps, { handle, name: `Name of ${handle}` });
  handles.push(handle);
}

function settle(which: number, outcome: Settlement, afterExpiryMs: number): Act {
  return async (world) => {
    waitFor(world, world.signals[which % world.signals.length]?.expires_at, afterExpiryMs);
    await settleSignal(world.record.deps, idAt(world, which), outcome, EVIDENCE);
  };
}

/** As if the price had been 1.2 at entry, in each source for its age already; null for a gap at expiry. */
function settleAtPrice(
  which: number,
  price: string | null,
  afterExpiryMs: number,
  agesMs: readonly number[] = [],
): Act {
  return async (world) => {
    const signal = world.signals[which % world.signals.length];
    const { price_rule: rule } = signal ?? {};
    if (!signal || !rule) return;
    waitFor(world, signal.expires_at, afterExpiryMs);
    const later = quoteAt(new Date(Date.parse(signal.expires_at) + 1).toISOString(), "1");
    const prices = rule.sources.map((address, index) => {
      const quotedMs = Date.parse(signal.entry_at) - (agesMs[index] ?? 0);
      const entry = quoteAt(new Date(quotedMs).toISOString(), "1.2");
      const expiry = price === null ? entry : quoteAt(signal.expires_at, price);
      return { address, source: "Quotes", entry, expiry, ...(price === null && { later }) };
    });
    const priced = {
      rule,
      direction: signal.direction,
      entryAtMs: Date.parse(signal.entry_at),
      expiresAtMs: Date.parse(signal.expires_at),
    };
    const verdict = verdictByPrices(priced, prices);
    const ending: Ending | null =
      verdict === "void"
        ? { cause: "no_price", outcome: "void", prices }
        : verdict === "won" || verdict === "lost" || verdict === "draw"
          ? { cause: "prices", outcome: verdict, prices }
          : null;
    if (ending) await endByPrices(world.record.deps, new Map([[signal.published_seq, ending]]));
  };
}

function correct(which: number, from: "won" | "draw", outcome: "draw" | "lost"): Act {
  return (world) =>
    correctSignal(world.record.deps, idAt(world, which), { from, outcome, reason: "misread" });
}

/** Now, or at a time by its entry if that is to come. */
function withdraw(which: number, fromEntryMs?: number): Act {
  return async (world) => {
    const entryAt = world.signals[which % world.signals.length]?.entry_at;
    if (fromEntryMs !== undefined) waitFor(world, entryAt, fromEntryMs);
    await voidSignal(world.record.deps, idAt(world, which), "no quotes");
  };
}

function retire(which: number): Act {
  return ({ record: { deps }, handles }) => retireTrader(deps, handles[which % handles.length] ?? "none");
}

/** Unless it is more than a day away: so many runs would take the clock past now. */
function waitFor({ record: { clock } }: World, at: string | undefined, afterMs: number): void {
  if (at !== undefined && Date.parse(at) < clock.ms + DAY_MS)
    clock.ms = Math.max(clock.ms, Date.parse(at) + afterMs);
}

function wait(ms: number): Act {
  return async ({ record: { clock } }) => void (clock.ms += ms);
}

async function overdue({ record: { deps } }: World): Promise<void> {
  await settleOverdue(deps);
}

function publish(signal: {
  readonly trader: number;
  readonly asset: string;
  readonly entryMs: number;
  readonly lifeMs: number;
  readonly payout: number;
  readonly confidence: number | undefined;
  readonly sources: number;
  readonly statedPrice: string | undefined;
}): Act {
  return async ({ record, handles, signals }) => {
    const { asset, payout, confidence, statedPrice: stated_price } = signal;
    const priceConfig = pricedBy(...["one.test", "two.test"].slice(0, signal.sources));
    const entryMs = record.clock.ms + signal.entryMs;
    const times = {
      entry_at: new Date(entryMs).toISOString(),
      expires_at: new Date(entryMs + signal.lifeMs).toISOString(),
    };
    const trader = handles[signal.trader % handles.length] ?? "none";
    signals.push(
      await publishSignal(
        { ...record.deps, priceConfig },
        signalBy(trader, record, { asset, payout, confidence, stated_price, ...times }),
      ),
    );
  };
}

async function unlessRefused(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
  }
}
