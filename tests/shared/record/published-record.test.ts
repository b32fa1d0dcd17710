/** A published verdict is checked against the entries of all traders, not only the trader's own. */
import { beforeAll, describe, expect, it } from "vitest";
import * as v from "valibot";
import { Signal } from "#shared/contracts/signals.ts";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import {
  compareSignal,
  compareSummary,
  compareTrader,
  signalOf,
  summaryOf,
  traderDetailOf,
} from "#shared/record/published-record.ts";
import { createReplay } from "#shared/record/replay.ts";
import { type Act, chained, instant, joined, published, settled } from "#tests/support/chained.ts";
import { byPrices, GRACE_MINUTES, priced, quote, RISEN, RULE } from "#tests/support/priced-acts.ts";

const replay = createReplay();
let trader: TraderDetail;

/** Both have published under a price rule; north-light has won 24 signals by prices, one after another. */
beforeAll(async () => {
  const acts: Act[] = [joined("north-light"), joined("east-light"), pricedAt("east", 0, "east-light")];
  for (let signal = 0; signal < 24; signal += 1) {
    const minutes = (signal + 1) * 10;
    acts.push(pricedAt(`north-${signal}`, minutes, "north-light"), risenAt(`north-${signal}`, minutes));
  }
  for (const entry of await chained(acts)) expect(replay.add(entry)).toBeNull();
  const replayed = replay.state.traders.get("north-light");
  if (!replayed) throw new Error("There is no such trader");
  const shown = traderDetailOf(replayed, replay.state);
  trader = { ...shown, name: "North Light", witnessed: null, former_names: [] };
});

function pricedAt(id: string, minutes: number, handle: string): Act {
  const settle_by = instant(minutes + 6 + GRACE_MINUTES);
  return published(id, minutes, { trader: handle, price_rule: RULE, settle_by });
}

function risenAt(id: string, minutes: number): Act {
  const prices = { ...RISEN, entry: quote("1.1", minutes + 1), expiry: quote("1.2", minutes + 6) };
  return byPrices(id, "won", [prices], minutes + 8);
}

it("evidence, verdict and moments that follow from the entries match them", () => {
  expect(trader).toMatchObject({ verdict: "above", moments: 24, m: 20, mark: 400 });
  expect(trader.evidence).toBeGreaterThan(400);
  expect(compareTrader(trader)(replay.state)).toBeNull();
});

it.each([
  [{ verdict: "not_shown" }, "verdict"],
  [{ evidence: 1 }, "evidence"],
  [{ evidence_below: 1 }, "evidence_below"],
  [{ moments: 23 }, "moments"],
  [{ m: 21 }, "m"],
] as const)("%o is reported", (changes, place) => {
  expect(compareTrader({ ...trader, ...changes })(replay.state)).toMatchObject({
    name: "north-light",
    place,
  });
});

it("evidence may differ by rounding, and by no more", () => {
  const placeOf = (factor: number) =>
    compareTrader({ ...trader, evidence: trader.evidence * factor })(replay.state)?.place ?? null;
  expect([placeOf(1 + 5e-10), placeOf(1 + 5e-9)]).toEqual([null, "evidence"]);
});

describe("fields about prices may be missing where nothing was settled by prices", () => {
  const mixed = createReplay();
  beforeAll(async () => {
    const publications = [joined("north-light"), priced("a"), published("b", 1)];
    const ends = [byPrices("a", "won"), settled("b", 8, "lost")];
    for (const entry of await chained([...publications, ...ends])) expect(mixed.add(entry)).toBeNull();
  });

  it.each<[id: string, changes: Partial<Signal>, place: string | null]>([
    ["a", {}, null],
    ["a", { settled_by: null }, "settled_by"],
    ["a", { prices: null }, "prices"],
    ["b", {}, null],
    ["b", { settled_by: null }, null],
    ["b", { settled_by: "prices" }, "settled_by"],
    ["b", { stated_price: "1.1" }, "stated_price"],
  ])("signal %s with %j differs at %s", (id, changes, place) => {
    const replayed = mixed.state.signals.get(id) ?? expect.fail();
    const trader = { handle: "north-light", name: "North Light" };
    const signal = v.parse(Signal, { ...signalOf(replayed), trader });
    expect(compareSignal({ ...signal, ...changes })(mixed.state)?.place ?? null).toBe(place);
  });

  it.each([
    [1, null],
    [0, "statistics.by_prices"],
    [null, "statistics.by_prices"],
  ])("a summary that counts %j by prices differs at %s", (by_prices, place) => {
    const summary = summaryOf(mixed.state);
    const statistics = { ...summary.statistics, by_prices };
    expect(compareSummary({ ...summary, statistics })(mixed.state)?.place ?? null).toBe(place);
  });

  it("a trader without a settlement needs no such count, and no former names", () => {
    const east = replay.state.traders.get("east-light") ?? expect.fail();
    const { statistics, ...unsettled } = traderDetailOf(east, replay.state);
    const silent = { ...unsettled, name: "East Light", witnessed: null };
    expect(
      compareTrader({ ...silent, statistics: { ...statistics, by_prices: null } })(replay.state),
    ).toBeNull();
  });
});
