/** What the answers of sources say of a signal. */
import { describe, expect, it } from "vitest";
import { RULE } from "#tests/support/priced-acts.ts";
import { pricedBy } from "#tests/worker/api/signals/record.ts";
import type { AskSource } from "#worker/api/prices/ask-source.ts";
import { readPrices } from "#worker/api/prices/read-prices.ts";

const ENTRY_MS = Date.UTC(2026, 10, 26, 10);
const EXPIRY_MS = ENTRY_MS + 5 * 60_000;

/** A source that says `price` at entry and at expiry. */
function readingOf(price: string, belowZero?: readonly string[]) {
  const ask: AskSource = async (_source, _asset, atMs) => ({
    kind: "quote",
    quote: { price, at: new Date(atMs).toISOString(), sha256: "a".repeat(64) },
    source: "Test",
  });
  const priced = { rule: RULE, direction: "up", entryAtMs: ENTRY_MS, expiresAtMs: EXPIRY_MS } as const;
  const config = { ...pricedBy("prices.test"), ...(belowZero && { belowZero }) };
  return readPrices({ asset: "CL1!", priced }, EXPIRY_MS, { config, ask });
}

describe("a price of 0 or less", () => {
  it.each(["0", "0.00", "-0", "-37.63"])(
    "as %s settles only an asset that the operator names",
    async (price) => {
      const fault = { reason: "malformed", isUnasked: false, address: "prices.test" };
      expect(await readingOf(price)).toEqual({ ending: null, fault });
      expect(await readingOf(price, ["CL1!"])).toMatchObject({ ending: { outcome: "draw" }, fault: null });
    },
  );

  it("is not 0.000000000001", async () => {
    expect(await readingOf("0.000000000001")).toMatchObject({ ending: { outcome: "draw" } });
  });
});
