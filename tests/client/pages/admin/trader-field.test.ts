import { expect, it } from "vitest";
import { assetsFor } from "#client/pages/admin/asset-field.tsx";
import { handleOf } from "#client/pages/admin/trader-field.tsx";

const TRADERS = [
  { handle: "north-light", name: "North Light" },
  { handle: "twin-a", name: "Twin" },
  { handle: "twin-b", name: "TWIN" },
];

it.each([
  ["north-light", "north-light"],
  [" North-Light\u200b", "north-light"],
  ["North Light", "north-light"],
  // Part of a name is nobody's, and neither is a name that two have.
  ["north", "north"],
  ["Twin", "twin"],
  ["", ""],
])("the trader field reads %j as the handle %j", (typed, handle) => {
  expect(handleOf(typed, TRADERS)).toBe(handle);
});

it("the trader field reads the typed text as the handle if there is no list of traders", () => {
  expect(handleOf("North-Light", [])).toBe("north-light");
});

it.each([
  ["eur", ["EUR/USD", "EURUSD_otc"]],
  ["usd", ["EUR/USD", "EURUSD_otc"]],
  ["usdsek", ["USD/SEK"]],
  ["eurusd", ["EUR/USD", "EURUSD_otc"]],
  ["USD/SEK", []],
])("the asset field suggests for %j the assets %j", (typed, assets) => {
  const known = ["EUR/USD", "EURUSD_otc"];
  expect(assetsFor(typed, known).map(({ value }) => value)).toEqual(assets);
});
