import * as v from "valibot";
import { expect, it } from "vitest";
import { NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import { Payout, PublicReason } from "#shared/contracts/signals.ts";
import { NewTrader } from "#shared/contracts/traders.ts";

const KEY = { trader: "north-light", label: "Desk" };

it.each([
  ["a payout", Payout, [0, 0.00001, 1.0001, 85], "must be at least 0.0001 and at most 1"],
  ["a reason", PublicReason, ["no", "x".repeat(501)], "must have 3 to 500 characters"],
  ["a trader's name", NewTrader.entries.name, ["", "x".repeat(81)], "must have 1 to 80 characters"],
  ["a key's name", NewIngestKey.entries.label, ["", "x".repeat(81)], "must have 1 to 80 characters"],
])("the message for %s always names both limits", (_, schema: v.GenericSchema, values, message) => {
  for (const value of values) expect(v.safeParse(schema, value).issues?.[0].message).toBe(message);
});

it.each([
  ["entry_delay_seconds", 3600],
  ["life_seconds", 2_592_000],
])("the message for a key's %s always names both limits", (field, max) => {
  for (const value of [0, 1.5, max + 1, "soon"]) {
    const { issues } = v.safeParse(NewIngestKey, { ...KEY, [field]: value });
    expect(issues?.[0].message).toBe(`must be a whole number from 1 to ${max}`);
  }
});
