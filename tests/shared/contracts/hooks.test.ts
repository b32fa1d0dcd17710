import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { IngestMessageQuery, NewIngestKey } from "#shared/contracts/hooks.ts";

const KEY = { trader: "north-light", label: "Desk" };

describe("an ingest key", () => {
  it("says what its messages leave unsaid", () => {
    expect(v.parse(NewIngestKey, KEY)).toEqual({
      ...KEY,
      payout: 0.85,
      entry_delay_seconds: 30,
      life_seconds: 300,
    });
  });

  it.each([
    ["label", ["x", "x".repeat(80)], ["", " ", "x".repeat(81)]],
    ["entry_delay_seconds", [1, 3600], [0, 1.5, 3601]],
    ["life_seconds", [1, 2_592_000], [0, 1.5, 2_592_001]],
  ])("has bounds to its %s", (field, within, beyond) => {
    const fits = (value: unknown) => v.is(NewIngestKey, { ...KEY, [field]: value });
    expect([...within, ...beyond].map(fits)).toEqual([true, true, false, false, false]);
  });
});

it("messages are asked for by key and state", () => {
  expect(v.is(IngestMessageQuery, { key: "x".repeat(64), state: "refused" })).toBe(true);
  expect(v.is(IngestMessageQuery, { key: "x".repeat(65) })).toBe(false);
  expect(v.is(IngestMessageQuery, { state: "lost" })).toBe(false);
  expect(v.is(IngestMessageQuery, { code: "late" })).toBe(false);
});
