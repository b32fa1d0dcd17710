import * as v from "valibot";
import { expect, it } from "vitest";
import { PriceAnswer } from "#shared/contracts/prices.ts";

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
