/** A published verdict is checked against the entries of all traders, not only the trader's own. */
import { beforeAll, expect, it } from "vitest";
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { looksByEntries } from "#shared/multiple-comparisons.ts";
import {
  compareSignal,
  compareSummary,
  compareTrader,
  detailOf,
  signalOf,
  summaryOf,
  traderOf,
} from "#shared/published-record.ts";
import { createReplay } from "#shared/replay.ts";
import { type Act, chained, joined, published, settled } from "#tests/support/chained.ts";
import { byPrices, priced } from "#tests/support/priced-acts.ts";

const replay = createReplay();
let trader: TraderDetail;

/** 22 of 30: above break-even for one look, but not for one of two. */
beforeAll(async () => {
  const acts: Act[] = [joined("north-light"), joined("east-light")];
  for (const [index, handle] of ["north-light", "east-light"].entries()) {
    for (let signal = 0; signal < 30; signal += 1) {
      const [id, minutes] = [`${handle}-${signal}`, (index * 30 + signal) * 10];
      const outcome = signal < (index === 0 ? 22 : 10) ? "won" : "lost";
      acts.push(published(id, minutes, { trader: handle }), settled(id, minutes + 8, outcome));
    }
  }
  for (const entry of await chained(acts)) expect(replay.add(entry)).toBeNull();
  const replayed = replay.state.traders.get("north-light");
  if (!replayed) throw new Error("There is no such trader");
  const looks = looksByEntries(replay.state);
  const shown = { ...traderOf(replayed, looks), ...detailOf(replayed), looked_at: looks.lookedAt };
  trader = { ...shown, name: "North Light", witnessed: null, former_names: [] };
});

it("a published trader who is above break-even only when considered alone matches the entries", () => {
  expect(trader.statistics).toMatchObject({ verdict: "not_distinguishable", above_alone: true });
  expect(trader.looked_at).toBe(2);
  expect(compareTrader(trader)(replay.state)).toBeNull();
});

it("a verdict that ignores the number of compared traders is reported", () => {
  const statistics = { ...trader.statistics, verdict: "above", above_alone: false } as const;
  expect(compareTrader({ ...trader, statistics })(replay.state)).toMatchObject({
    name: "north-light",
    place: "statistics.verdict",
    found: "above",
    expected: "not_distinguishable",
  });
});

it("a wrong number of compared traders is reported, and a missing one is not", () => {
  expect(compareTrader({ ...trader, looked_at: 1 })(replay.state)).toMatchObject({ place: "looked_at" });
  const { looked_at: _, ...silent } = trader;
  expect(compareTrader(silent)(replay.state)).toBeNull();
});

it("fields about prices may be missing where nothing was settled by prices, and are checked otherwise", async () => {
  const { state, add } = createReplay();
  const acts = [
    joined("north-light"),
    priced("a"),
    published("b", 1),
    byPrices("a", "won"),
    settled("b", 8, "lost"),
  ];
  for (const entry of await chained(acts)) expect(add(entry)).toBeNull();
  const differenceAt = (id: string, changes: Partial<Signal>) => {
    const replayed = state.signals.get(id);
    if (!replayed) throw new Error("There is no such signal");
    const signal = v.parse(Signal, {
      ...signalOf(replayed),
      trader: { handle: "north-light", name: "North Light" },
    });
    return compareSignal({ ...signal, ...changes })(state)?.place ?? null;
  };
  expect(differenceAt("a", {})).toBeNull();
  expect(differenceAt("a", { settled_by: null })).toBe("settled_by");
  expect(differenceAt("a", { prices: null })).toBe("prices");
  expect(differenceAt("b", {})).toBeNull();
  expect(differenceAt("b", { settled_by: null })).toBeNull();
  expect(differenceAt("b", { settled_by: "prices" })).toBe("settled_by");
  expect(differenceAt("b", { stated_price: "1.1" })).toBe("stated_price");

  const summary = summaryOf(state);
  const counting = (by_prices: number | null) =>
    compareSummary({ ...summary, statistics: { ...summary.statistics, by_prices } })(state)?.place ?? null;
  expect([counting(1), counting(0), counting(null)]).toEqual([
    null,
    "statistics.by_prices",
    "statistics.by_prices",
  ]);
  const { by_prices: _unsaid, ...statistics } = trader.statistics;
  expect(
    compareTrader({ ...trader, statistics: { ...statistics, by_prices: null } })(replay.state),
  ).toBeNull();
});
