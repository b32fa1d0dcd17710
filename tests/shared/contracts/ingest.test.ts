import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { IngestMessageQuery } from "#shared/contracts/ingest-messages.ts";
import { NewIngestKey } from "#shared/contracts/ingest-keys.ts";

const KEY = { trader: "north-light", label: "Desk" };

it("an ingest key has defaults for what its messages leave out", () => {
  expect(v.parse(NewIngestKey, KEY)).toEqual({
    ...KEY,
    payout: 0.85,
    life_seconds: 300,
    min_payout: 0.0001,
    max_payout: 1,
    min_life_seconds: 1,
    max_life_seconds: 31_622_400,
    assets: [],
    takes_confidence: false,
  });
});

describe("the limits of an ingest key", () => {
  it.each([
    [{ min_payout: 0.9, max_payout: 0.8 }, "max_payout"],
    [{ max_payout: 0.8 }, "payout"],
    [{ min_payout: 0.9 }, "payout"],
    [{ min_payout: 0 }, "min_payout"],
    [{ min_life_seconds: 600, max_life_seconds: 599 }, "max_life_seconds"],
    [{ max_life_seconds: 299 }, "life_seconds"],
    [{ min_life_seconds: 301 }, "life_seconds"],
    [{ max_life_seconds: 31_622_401 }, "max_life_seconds"],
    [{ assets: ["EUR/USD", "not an asset"] }, "assets.1"],
    [{ assets: Array(101).fill("EUR/USD") }, "assets"],
    [{ takes_confidence: "yes" }, "takes_confidence"],
  ])("%j are rejected at %s", (bounds, field) => {
    const { issues = [] } = v.safeParse(NewIngestKey, { ...KEY, ...bounds });
    expect(issues.map((issue) => v.getDotPath(issue))).toEqual([field]);
  });

  it("are checked even if other fields are invalid", () => {
    const wrong = { label: "", max_payout: 0.8, max_life_seconds: 1 };
    const { issues = [] } = v.safeParse(NewIngestKey, { ...KEY, ...wrong });
    expect(issues.map((issue) => v.getDotPath(issue))).toEqual(["label", "payout", "life_seconds"]);
  });

  it("include values exactly at them, and normalise asset names", () => {
    const bounds = { min_payout: 0.85, max_payout: 0.85, min_life_seconds: 300, max_life_seconds: 300 };
    const key = v.parse(NewIngestKey, { ...KEY, ...bounds, assets: ["eurusd"] });
    expect(key).toMatchObject({ ...bounds, assets: ["EUR/USD"] });
  });
});

it("messages are filtered by key and state only", () => {
  expect(v.is(IngestMessageQuery, { key: "x".repeat(64), state: "refused" })).toBe(true);
  expect(v.is(IngestMessageQuery, { key: "x".repeat(65) })).toBe(false);
  expect(v.is(IngestMessageQuery, { state: "lost" })).toBe(false);
  expect(v.is(IngestMessageQuery, { code: "late" })).toBe(false);
});
