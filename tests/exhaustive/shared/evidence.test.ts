/** By simulation: whoever has no edge is rarely called above, however often one looks and however the bets hang together. */
import { expect, it } from "vitest";
import { sharesReaching, WAYS } from "#tests/support/bettors.ts";

const WORLDS = { worlds: 4000, signals: 1000, marks: [20, 400] };

it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  "evidence without an edge rarely stands high at any time: %s",
  (way) => {
    const [twenty = 1, fourHundred = 1] = sharesReaching(way, WORLDS);
    expect(twenty).toBeLessThanOrEqual(0.05);
    // 0.25 %, and three standard errors of 4,000 worlds.
    expect(fourHundred).toBeLessThanOrEqual(0.005);
  },
  600_000,
);
