/** A published verdict is held against all traders by the entries, not the trader's own alone. */
import { beforeAll, expect, it } from "vitest";
import type { TraderDetail } from "#shared/contracts/traders.ts";
import { looksByEntries } from "#shared/many-looks.ts";
import { compareTrader, detailOf, traderOf } from "#shared/published-record.ts";
import { createReplay } from "#shared/replay.ts";
import { type Act, chained, joined, published, settled } from "#tests/support/chained.ts";

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
  trader = { ...shown, name: "North Light", witnessed: null };
});

it("agrees with what the API publishes of a trader who is above alone", () => {
  expect(trader.statistics).toMatchObject({ verdict: "not_distinguishable", above_alone: true });
  expect(trader.looked_at).toBe(2);
  expect(compareTrader(trader)(replay.state)).toBeNull();
});

it("names a verdict that counts one look alone", () => {
  const statistics = { ...trader.statistics, verdict: "above", above_alone: false } as const;
  expect(compareTrader({ ...trader, statistics })(replay.state)).toMatchObject({
    name: "north-light",
    place: "statistics.verdict",
    found: "above",
    expected: "not_distinguishable",
  });
});

it("names a wrong number of traders looked at, and asks nothing of a backend that says none", () => {
  expect(compareTrader({ ...trader, looked_at: 1 })(replay.state)).toMatchObject({ place: "looked_at" });
  const { looked_at: _, ...silent } = trader;
  expect(compareTrader(silent)(replay.state)).toBeNull();
});
