import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PriceRule, Quote, SourcePrices } from "#shared/contracts/prices.ts";
import {
  addQuotes,
  comparePrices,
  priceDifference,
  type PricedSignal,
  type PriceVerdict,
  quoteKey,
  verdictByPrices,
} from "#shared/record/price-rule.ts";

const ENTRY_MS = Date.UTC(2026, 10, 26, 10);
const EXPIRY_MS = ENTRY_MS + 5 * 60_000;
const MAX_AGE_SECONDS = 60;
const MAX_AGE_MS = MAX_AGE_SECONDS * 1000;

const RULE: PriceRule = {
  sources: ["prices.test"],
  max_quote_age_s: MAX_AGE_SECONDS,
  equal: "draw",
  no_price: "void",
};
const SIGNAL: PricedSignal = { rule: RULE, direction: "up", entryAtMs: ENTRY_MS, expiresAtMs: EXPIRY_MS };
const BY_TWO: PricedSignal = { ...SIGNAL, rule: { ...RULE, sources: ["one.test", "two.test/fx"] } };

function quote(price: string, atMs: number): Quote {
  return { price, at: new Date(atMs).toISOString(), sha256: "a".repeat(64) };
}

interface Quotes extends Partial<Pick<SourcePrices, "entry" | "expiry" | "later">> {
  readonly address?: string;
}

/** What a source said: 1.1 at entry and 1.2 at expiry, each quoted in that moment, unless said. */
function prices({ address = "prices.test", ...quotes }: Quotes = {}): SourcePrices {
  return {
    address,
    source: "A source",
    entry: quote("1.1", ENTRY_MS),
    expiry: quote("1.2", EXPIRY_MS),
    ...quotes,
  };
}

describe("the prices of one source", () => {
  it.each<[direction: "up" | "down", entry: string, expiry: string, verdict: PriceVerdict]>([
    ["up", "1.1", "1.2", "won"],
    ["up", "1.2", "1.1", "lost"],
    ["down", "1.1", "1.2", "lost"],
    ["down", "1.2", "1.1", "won"],
    ["up", "1.1", "1.1", "draw"],
    ["down", "1.1", "1.10", "draw"],
    ["up", "0", "-0.0", "draw"],
  ])("settle a signal %s from %s to %s as %s", (direction, entry, expiry, verdict) => {
    const said = [prices({ entry: quote(entry, ENTRY_MS), expiry: quote(expiry, EXPIRY_MS) })];
    expect(verdictByPrices({ ...SIGNAL, direction }, said)).toBe(verdict);
  });

  // Too old by a millisecond.
  const oldEntry = quote("1.1", ENTRY_MS - MAX_AGE_MS - 1);
  const oldExpiry = quote("1.2", EXPIRY_MS - MAX_AGE_MS - 1);
  const oldest = { entry: quote("1.1", ENTRY_MS - MAX_AGE_MS), expiry: quote("1.2", EXPIRY_MS - MAX_AGE_MS) };
  const later = quote("1.1", EXPIRY_MS + 1);
  const none = { entry: null, expiry: null };

  it.each<[what: string, said: Quotes, verdict: PriceVerdict]>([
    ["quotes as old as may be", oldest, "won"],
    ["a quote from after the entry that is not needed", { later }, "won"],
    // What is too old falls into a gap where the source goes on, else the source has stopped.
    ["an entry in a gap", { entry: oldEntry }, "void"],
    ["no quote before the entry", { entry: null }, "void"],
    ["an expiry that nothing follows", { expiry: oldExpiry }, "stale"],
    ["an expiry in a gap", { expiry: oldExpiry, later }, "void"],
    [
      "a later quote that is the one of expiry",
      { expiry: oldExpiry, later: { ...oldExpiry, price: "1.20" } },
      "stale",
    ],
    ["a source that had stopped before the entry", { entry: oldEntry, expiry: oldEntry }, "stale"],
    ["both in one gap", { entry: oldEntry, expiry: oldEntry, later }, "void"],
    [
      "a source whose quote at the entry is the last at expiry too",
      { expiry: quote("1.10", ENTRY_MS) },
      "stale",
    ],
    ["no quote at all", none, "stale"],
    ["no quote until after expiry", { ...none, later }, "void"],
    // The last quote at or before a moment is no other one.
    ["an entry quote from after the entry", { entry: quote("1.1", ENTRY_MS + 1) }, "contradictory"],
    ["an expiry quote from after expiry", { expiry: quote("1.2", EXPIRY_MS + 1) }, "contradictory"],
    ["an entry quote and none at expiry", { expiry: null }, "contradictory"],
    ["an expiry quote older than that of the entry", { expiry: quote("1.2", ENTRY_MS - 1) }, "contradictory"],
    [
      "an expiry quote from before the entry that the entry did not have",
      { entry: quote("1.1", ENTRY_MS - 2), expiry: quote("1.2", ENTRY_MS - 1) },
      "contradictory",
    ],
    ["the same where the entry had none", { entry: null, expiry: quote("1.2", ENTRY_MS) }, "contradictory"],
    ["two prices of one instant", { expiry: quote("1.2", ENTRY_MS) }, "contradictory"],
    [
      "a later quote from before expiry that expiry did not have",
      { expiry: oldExpiry, later: quote("1.2", EXPIRY_MS) },
      "contradictory",
    ],
    ["the same where expiry had none", { ...none, later: quote("1.2", ENTRY_MS + 1) }, "contradictory"],
    ["a later quote older than that of expiry", { later: quote("1.2", EXPIRY_MS - 1) }, "contradictory"],
  ])("with %s lead to the expected verdict", (_what, said, verdict) => {
    expect(verdictByPrices(SIGNAL, [prices(said)])).toBe(verdict);
  });

  it.each([
    [1000, "won"],
    [1001, "void"],
  ])("of %i ms before the entry, under a rule of one second, lead to %s", (ageMs, verdict) => {
    const said = prices({ entry: quote("1.1", ENTRY_MS - ageMs) });
    expect(verdictByPrices({ ...SIGNAL, rule: { ...RULE, max_quote_age_s: 1 } }, [said])).toBe(verdict);
  });

  it("settle nothing if they are from another source, missing or duplicated", () => {
    expect(verdictByPrices(SIGNAL, [prices({ address: "other.test" })])).toBe("disagreement");
    expect(verdictByPrices(SIGNAL, [])).toBe("disagreement");
    expect(verdictByPrices(SIGNAL, [prices(), prices()])).toBe("disagreement");
  });
});

describe("the prices of two sources", () => {
  const won: Quotes = {};
  const lost: Quotes = { expiry: quote("1", EXPIRY_MS) };
  const draw: Quotes = { expiry: quote("1.10", EXPIRY_MS) };
  const gap: Quotes = { entry: null };
  const stale: Quotes = { expiry: quote("1.2", EXPIRY_MS - MAX_AGE_MS - 1) };
  const contradictory: Quotes = { expiry: null };

  it.each<[one: Quotes, two: Quotes, verdict: PriceVerdict]>([
    [won, won, "won"],
    [won, { entry: quote("7.1", ENTRY_MS), expiry: quote("7.2", EXPIRY_MS) }, "won"],
    [lost, lost, "lost"],
    [draw, draw, "draw"],
    [gap, gap, "void"],
    [won, lost, "disagreement"],
    [won, draw, "disagreement"],
    [gap, won, "disagreement"],
    [won, gap, "disagreement"],
    [won, stale, "stale"],
    [stale, lost, "stale"],
    [won, contradictory, "contradictory"],
    [contradictory, gap, "contradictory"],
    [stale, contradictory, "stale"],
    [contradictory, stale, "contradictory"],
  ])("lead to the right verdict together: %j and %j", (one, two, verdict) => {
    const said = [prices({ ...one, address: "one.test" }), prices({ ...two, address: "two.test/fx" })];
    expect(verdictByPrices(BY_TWO, said)).toBe(verdict);
  });

  it("must both be given, in the order of the rule", () => {
    const [one, two] = [prices({ address: "one.test" }), prices({ address: "two.test/fx" })];
    expect(verdictByPrices(BY_TWO, [two, one])).toBe("disagreement");
    expect(verdictByPrices(BY_TWO, [one])).toBe("disagreement");
    expect(verdictByPrices(BY_TWO, [one, one])).toBe("disagreement");
    expect(verdictByPrices(BY_TWO, [one, two])).toBe("won");
  });
});

it("quotes of which one contradicts a known price add none", () => {
  const at = "2026-01-05T00:02:00.000Z";
  const [one, other] = ["one.test", "two.test"].map((address) => ({
    address,
    asset: "EUR/USD",
    at,
    price: "1.1",
  }));
  if (!one || !other) throw new Error("There are two quotes");
  const known = new Map([[quoteKey(other), "1.2"]]);
  expect(addQuotes(known, [one, other])).toBe(other);
  expect([...known]).toEqual([[quoteKey(other), "1.2"]]);
});

/** A price with its value in steps of 10^-12, which is spelled in one of several ways. */
const written = fc
  .record({
    steps: fc.bigInt({ min: -(10n ** 24n) + 1n, max: 10n ** 24n - 1n }),
    zeros: fc.nat({ max: 12 }),
  })
  .map(({ steps, zeros }) => {
    const digits = String(steps < 0n ? -steps : steps).padStart(13, "0");
    const fraction = digits.slice(-12).replace(/0+$/, "");
    const shown = fraction.padEnd(Math.max(fraction.length, zeros), "0");
    const sign = steps < 0n ? "-" : "";
    return { steps, price: `${sign}${digits.slice(0, -12)}${shown && `.${shown}`}` };
  });

it("prices are compared exactly, however they are written", () => {
  fc.assert(
    fc.property(written, written, (first, second) => {
      const difference = first.steps - second.steps;
      const sign = difference === 0n ? 0 : difference > 0n ? 1 : -1;
      expect(comparePrices(first.price, second.price)).toBe(sign);
      expect(comparePrices(first.price, first.price)).toBe(0);
    }),
  );
});

it.each([
  ["7", "3", "4"],
  ["96500", "96412.10", "87.90"],
  ["1.08510", "1.0852", "-0.00010"],
  ["-37.63", "0.1", "-37.73"],
  ["0.1", "0.3", "-0.2"],
  ["5", "5.000", "0.000"],
  ["999999999999.999999999999", "-0.000000000001", "1000000000000.000000000000"],
])("the difference of %s and %s is exact: %s", (first, second, difference) => {
  expect(priceDifference(first, second)).toBe(difference);
});
