import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { IngestFailureQuery, NewIngestKey } from "#shared/contracts/hooks.ts";

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

it("refused messages are asked for by key alone", () => {
  expect(v.is(IngestFailureQuery, { key: "x".repeat(64) })).toBe(true);
  expect(v.is(IngestFailureQuery, { key: "x".repeat(65) })).toBe(false);
  expect(v.is(IngestFailureQuery, { code: "late" })).toBe(false);
});
