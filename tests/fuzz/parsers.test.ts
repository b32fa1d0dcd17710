/** A short run with a fixed seed; `npm run fuzz` is the long one. */
import { expect, it } from "vitest";
import { ADDRESS_PROPERTIES } from "./parsers/addresses.ts";
import { SCHEMAS } from "./parsers/contracts.ts";
import { PARSER_PROPERTIES } from "./parsers.ts";

const SEED = 20261121;

it.each(PARSER_PROPERTIES.map((property) => [property.name, property] as const))(
  "%s",
  async (_name, property) => {
    // Few random addresses may be forwarded at all.
    await property.check({ runs: ADDRESS_PROPERTIES.includes(property) ? 1_000 : 60, seed: SEED });
  },
);

it("the schemas of every contract are fuzzed", () => {
  expect(SCHEMAS.length).toBeGreaterThan(50);
  expect(SCHEMAS.map(([name]) => name)).toContain("signals.NewSignal");
});
