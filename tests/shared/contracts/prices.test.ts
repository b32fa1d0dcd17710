import * as v from "valibot";
import { expect, it } from "vitest";
import { PriceAnswer, Quote } from "#shared/contracts/prices.ts";

const ANSWER = { asset: "EUR/USD", at: "2026-11-26T10:00:00Z", price: "1.0851", source: "A desk" };

it.each([{}, { price: "-37.63" }, { at: "2026-11-26T12:00:00.123+02:00" }])(
  "a source may answer with %j",
  (changes) => {
    expect(v.is(PriceAnswer, { ...ANSWER, ...changes })).toBe(true);
  },
);

it.each([
  { price: 1.5 },
  { price: "1e5" },
  { at: "2026-02-31T00:00:00Z" },
  // A year before the first: the ledger cannot carry it.
  { at: "0000-01-01T00:00:00+01:00" },
  { source: "" },
])("a source may not answer with %j", (changes) => {
  expect(v.is(PriceAnswer, { ...ANSWER, ...changes })).toBe(false);
});

it.each(["2026-13-01T10:00:00.000Z", "2026-02-31T10:00:00.000Z", "2026-11-26T24:00:01.000Z"])(
  "a quote is not at %s",
  (at) => {
    const quote = { price: "1.1", at: "2026-11-26T10:00:00.000Z", sha256: "a".repeat(64) };
    expect([quote, { ...quote, at }].map((one) => v.is(Quote, one))).toEqual([true, false]);
  },
);
