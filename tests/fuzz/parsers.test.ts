/** A short run with a fixed seed; `npm run fuzz` is the long one. */
import { expect, it } from "vitest";
import { SCHEMAS } from "./parsers/contracts.ts";
import { PARSER_PROPERTIES } from "./parsers.ts";

const RUNS = 60;
const SEED = 20261121;

it.each(PARSER_PROPERTIES.map((property) => [property.name, property] as const))(
  "%s",
  async (_name, { check }) => {
    await check({ runs: RUNS, seed: SEED });
  },
);

it("the schemas of every contract are fuzzed", () => {
  expect(SCHEMAS.length).toBeGreaterThan(50);
  expect(SCHEMAS.map(([name]) => name)).toContain("signals.NewSignal");
});
