import { expect, it } from "vitest";
import { matching } from "#client/ui/combobox/proposals.ts";

const TRADERS = [
  { value: "ebb-pool", name: "Ebb Pool" },
  { value: "north-light", name: "North Light" },
  { value: "zenith", name: "Señor Lightning" },
  { value: "high-north", name: "Alpha" },
];

const found = (typed: string) => matching(TRADERS, typed).map(({ value }) => value);

it.each([
  ["", ["ebb-pool", "north-light", "zenith", "high-north"]],
  ["light", ["north-light", "zenith"]],
  ["NORTH", ["north-light", "high-north"]],
  ["north l", ["north-light"]],
  ["senor", ["zenith"]],
  ["alpha", ["high-north"]],
  ["lightsen", []],
  ["nobody", []],
])("the combobox finds %j in values and names, matches at the start first", (typed, values) => {
  expect(found(typed)).toEqual(values);
});

it("the combobox finds an asset when its punctuation is left out", () => {
  expect(matching([{ value: "EUR/USD" }, { value: "EURUSD_otc" }, { value: "USD/JPY" }], "eurusd")).toEqual([
    { value: "EUR/USD" },
    { value: "EURUSD_otc" },
  ]);
});
