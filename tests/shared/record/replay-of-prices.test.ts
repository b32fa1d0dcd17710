import { describe, expect, it } from "vitest";
import { verifyChain } from "#shared/record/ledger-chain.ts";
import { createReplay } from "#shared/record/replay.ts";
import {
  type Act,
  chained,
  corrected,
  DAY_MINUTES,
  instant,
  joined,
  overdue,
  published,
  settled,
  sha256,
  voided,
} from "#tests/support/chained.ts";
import type { Quote, SourcePrices } from "#shared/contracts/prices.ts";
import {
  byPrices,
  GAP,
  GRACE_MINUTES,
  priced,
  quote,
  RISEN,
  RULE,
  unpriced,
} from "#tests/support/priced-acts.ts";

const NORTH = joined("north-light");
const MS = 1 / 60_000;

describe("a replay of signals that prices decide", () => {
  it("counts settlements by prices, and voids without a price separately", async () => {
    const replay = createReplay();
    const acts = [
      NORTH,
      priced("won"),
      priced("lost", { direction: "down" }),
      priced("late", { entry_at: instant(0.5), is_late: true }),
      published("hand", 1, { stated_price: "1.09" }),
      priced("gap"),
      priced("waits"),
      published("unruled", 1),
      byPrices("won", "won"),
      byPrices("lost", "lost"),
      byPrices("late", "won", [{ ...RISEN, entry: quote("1.1", 0.5) }]),
      settled("hand", 8, "draw"),
      settled("unruled", 8, "won"),
      unpriced("gap", 8, [GAP]),
      // In the very instant of the deadline.
      unpriced("waits", 7 + GRACE_MINUTES),
    ];
    const verdict = await verifyChain(await chained(acts), { sha256, replay });
    expect(verdict).toMatchObject({ holds: true, checked: acts.length });
    expect(replay.state.totals.tally).toMatchObject({
      open: 0,
      won: 2,
      lost: 1,
      draw: 1,
      late_won: 1,
      by_prices: 2,
      void: 0,
      void_lost: 0,
      void_unpriced: 2,
      net: 7000,
    });
    expect(replay.state.signals.get("gap")).toMatchObject({
      outcome: "void",
      end: { ending: { cause: "no_price", prices: [GAP] }, countsAsLost: false },
    });
    expect(replay.state.signals.get("hand")?.payload).toMatchObject({ stated_price: "1.09" });
  });

  it("takes a bet on a price made by its publication as late, which only a loss counts for", async () => {
    const replay = createReplay();
    const made = { ...RISEN, entry: quote("1.1", 1) };
    const two = { price_rule: { ...RULE, sources: ["prices.test", "two.test"] } };
    const acts = [
      NORTH,
      priced("in time"),
      priced("won", { confidence: 80 }),
      priced("lost", { direction: "down" }),
      priced("draw"),
      priced("by one of two", two),
      priced("gap"),
      priced("both", { entry_at: instant(0.5), is_late: true }),
      byPrices("in time", "won", [{ ...RISEN, entry: quote("1.1", 1 + MS) }]),
      byPrices("won", "won", [made]),
      byPrices("lost", "lost", [made]),
      byPrices("draw", "draw", [{ ...made, expiry: quote("1.1", 6.5) }]),
      byPrices("by one of two", "won", [RISEN, { ...made, address: "two.test" }]),
      unpriced("gap", 8, [GAP]),
      byPrices("both", "won", [{ ...RISEN, entry: quote("1.1", 0.25) }]),
    ];
    expect(await verifyChain(await chained(acts), { sha256, replay })).toMatchObject({ holds: true });
    const { totals, signals, traders } = replay.state;
    expect([...signals.values()].filter(({ isLate }) => isLate).map(({ id }) => id)).toEqual([
      "won",
      "lost",
      "draw",
      "by one of two",
      "both",
    ]);
    expect(totals.tally).toMatchObject({ late: 5, late_won: 3, won: 1, lost: 1, draw: 1, void_unpriced: 1 });
    expect(totals.tally.by_prices).toBe(3);
    expect(traders.get("north-light")).toMatchObject({
      tally: totals.tally,
      confidences: [],
      isCompared: true,
    });
  });

  it("takes one quote in several entries for one, however its price is written", async () => {
    const acts = [
      NORTH,
      priced("a"),
      priced("b"),
      byPrices("a", "won"),
      byPrices("b", "won", [{ ...RISEN, entry: quote("1.10", 2) }]),
    ];
    const replay = createReplay();
    expect(await verifyChain(await chained(acts), { sha256, replay })).toMatchObject({ holds: true });
    expect([...replay.state.quotes]).toEqual([
      [`prices.test EUR/USD ${instant(2)}`, "1.1"],
      [`prices.test EUR/USD ${instant(7)}`, "1.2"],
    ]);
  });

  it("accepts prices just before the deadline, and a void by hand just before the entry", async () => {
    const acts = [
      NORTH,
      priced("a"),
      priced("b"),
      voided("b", 2 - MS),
      byPrices("a", "won", [RISEN], 7 + GRACE_MINUTES - MS),
    ];
    expect(await verifyChain(await chained(acts), { sha256, replay: createReplay() })).toMatchObject({
      holds: true,
    });
  });

  const BY_HAND = [NORTH, published("a", 1)];
  const PRICED = [NORTH, priced("a")];
  const FALLING = [NORTH, priced("a", { direction: "down" })];
  const BY_TWO = [NORTH, priced("a", { price_rule: { ...RULE, sources: ["prices.test", "two.test"] } })];
  const LATE = [NORTH, priced("a", { entry_at: instant(0.5), is_late: true })];
  const SETTLED = [...PRICED, byPrices("a", "won")];
  const BY_RULES_DEADLINE = { settle_by: instant(7 + GRACE_MINUTES) };
  const expiring = (expiry: Quote) => ({ ...RISEN, expiry });

  const by = (prices: SourcePrices) => byPrices("a", "won", [prices]);

  it.each<[what: string, before: readonly Act[], broken: Act]>([
    ["prices that rise are a loss", PRICED, byPrices("a", "lost")],
    ["prices that rise are a draw", PRICED, byPrices("a", "draw")],
    ["prices that rise win a bet on a fall", FALLING, by(RISEN)],
    ["prices in a gap win", PRICED, by(GAP)],
    ["prices that decide are void", PRICED, unpriced("a", 8, [RISEN])],
    ["a source that has stopped voids early", PRICED, unpriced("a", 8, [expiring(quote("1.2", 3))])],
    ["prices are of another source", PRICED, by({ ...RISEN, address: "other.test" })],
    ["one of two sources is left out", BY_TWO, by(RISEN)],
    ["a quote is from after its moment", PRICED, by(expiring(quote("1.2", 7 + MS)))],
  ])("rejects an outcome that does not follow from prices: %s", async (_what, before, broken) => {
    await expectFlaw("outcome_not_by_prices", before, broken);
  });

  const priceOn = (changes: Parameters<typeof priced>[1]) => priced("a", changes);
  const later = (price: string) => [{ ...GAP, later: quote(price, 8) }];

  it.each<[flaw: string, what: string, before: readonly Act[], broken: Act]>([
    ["price_rule_on_otc", "on an OTC signal", [NORTH], priceOn({ asset: "EURUSD_otc", is_otc: true })],
    ["deadline_differs", "that of one by hand", [NORTH], priceOn({ settle_by: instant(7 + DAY_MINUTES) })],
    ["deadline_differs", "one by hand has that of a rule", [NORTH], published("a", 1, BY_RULES_DEADLINE)],
    ["no_price_rule", "prices settle one by hand", BY_HAND, by(RISEN)],
    ["no_price_rule", "a gap voids one by hand", BY_HAND, unpriced("a", 8, [GAP])],
    ["no_price_rule", "the deadline voids one by hand", BY_HAND, unpriced("a", 7 + DAY_MINUTES)],
    ["not_yet_expired", "prices settle", PRICED, byPrices("a", "won", [expiring(quote("1.2", 6))], 7 - MS)],
    ["not_yet_expired", "a gap voids", PRICED, unpriced("a", 7 - MS, [GAP])],
    ["deadline_passed", "prices settle", PRICED, byPrices("a", "won", [RISEN], 7 + GRACE_MINUTES)],
    ["before_deadline", "a void without a price", PRICED, unpriced("a", 7 + GRACE_MINUTES - MS)],
    ["deadline_not_lost", "the deadline loses a signal", PRICED, overdue("a", 7 + GRACE_MINUTES)],
    ["prices_decide", "a hand settles", PRICED, settled("a", 8, "won")],
    ["prices_decide", "a hand voids at entry", PRICED, voided("a", 2)],
    ["prices_decide", "a hand voids one that is late", LATE, voided("a", 1)],
    ["prices_decide", "what followed from prices is corrected", SETTLED, corrected("a", 9, "lost")],
    ["already_settled", "a hand settles against prices", SETTLED, settled("a", 8, "lost")],
    ["already_settled", "prices settle twice", SETTLED, by(RISEN)],
    [
      "not_correctable",
      "a void without a price",
      [...PRICED, unpriced("a", 8, [GAP])],
      corrected("a", 9, "lost"),
    ],
    [
      "quote_differs",
      "a quote has another price than before",
      [...PRICED, priced("b"), by(RISEN)],
      byPrices("b", "won", [{ ...RISEN, entry: quote("1.0", 2) }]),
    ],
    [
      "quote_differs",
      "so has a quote that shows a gap",
      [...PRICED, priced("b"), unpriced("a", 9, later("1.2"))],
      unpriced("b", 9, later("1.3")),
    ],
  ])("rejects with %s: %s", (flaw, _what, before, broken) => expectFlaw(flaw, before, broken));
});

/** In a chain that holds. */
async function expectFlaw(flaw: string, before: readonly Act[], broken: Act): Promise<void> {
  const chain = await chained([...before, broken]);
  const seq = before.length + 1;
  expect(await verifyChain(chain, { sha256 })).toMatchObject({ holds: true });
  expect(await verifyChain(chain, { sha256, replay: createReplay() })).toEqual({ holds: false, seq, flaw });
}
