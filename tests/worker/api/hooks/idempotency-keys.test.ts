import { expect, it } from "vitest";
import { idempotencyKeysOf } from "#worker/api/hooks/idempotency-keys.ts";
import { parseAlert } from "#worker/api/hooks/parse-alert.ts";

function keyOf(fields: Record<string, string>): string {
  const body = JSON.stringify({ ticker: "EURUSD", action: "buy", ...fields });
  const parsed = parseAlert(body);
  if (!parsed.ok) throw parsed.problem;
  return idempotencyKeysOf(parsed.alert, { body, givenId: null, receivedAtMs: 0 }).own;
}

const [one, two] = ["2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z"];

it("a message is known by its bar before its entry, and by its entry before the moment it was sent", () => {
  expect(keyOf({ time: one, entry_at: two })).toBe(keyOf({ time: one, sent_at: two }));
  expect(keyOf({ entry_at: one, sent_at: two })).toBe(keyOf({ entry_at: one }));
  expect(keyOf({ sent_at: one, payout: "0.8" })).toBe(keyOf({ sent_at: one }));
});

it.each([{ time: two }, { strategy: "b" }, { ticker: "GBPUSD" }, { action: "sell" }])(
  "another signal is known by %j",
  (change) => {
    const fields = { time: one, strategy: "a" };
    expect(keyOf({ ...fields, ...change })).not.toBe(keyOf(fields));
  },
);
