import { describe, expect, it } from "vitest";
import { handleOfWritten, holdsTrader } from "#shared/record/written-trader.ts";

it("a typed name is taken for the handle, with its capitals and spaces", () => {
  expect(handleOfWritten("  North  Light ")).toBe("north-light");
});

describe("a trader", () => {
  const trader = { handle: "jose-m", name: "José Müller" };

  it.each(["jose-m", "JOSÉ", "muller", "é mü", "e-m"])("is found by %j", (written) => {
    expect(holdsTrader(trader, written)).toBe(true);
  });

  it.each(["north", "mjose", "", " - "])("is not found by %j", (written) => {
    expect(holdsTrader(trader, written)).toBe(false);
  });
});
