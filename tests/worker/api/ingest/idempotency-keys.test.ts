import { expect, it } from "vitest";
import { idempotencyKeysOf } from "#worker/api/ingest/idempotency-keys.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

function keysOf(fields: Record<string, string>, givenId: string | null = null) {
  const body = JSON.stringify({ ticker: "EURUSD", action: "buy", ...fields });
  const parsed = parseAlert(body);
  if (!parsed.ok) throw parsed.problem;
  return idempotencyKeysOf(parsed.alert, { body, givenId, receivedAtMs: 10 * DAY_MS });
}

const keyOf = (fields: Record<string, string>, givenId: string | null = null) => keysOf(fields, givenId).own;
const DAY_MS = 24 * 60 * 60 * 1000;

const [one, two] = ["2026-03-01T12:00:00Z", "2026-03-01T12:05:00Z"];

it("a message's key depends on its bar, else on its entry, else on its time of sending", () => {
  expect(keyOf({ time: one, entry_at: two })).toBe(keyOf({ time: one, sent_at: two }));
  expect(keyOf({ entry_at: one, sent_at: two })).toBe(keyOf({ entry_at: one }));
  expect(keyOf({ sent_at: one, payout: "0.8" })).toBe(keyOf({ sent_at: one }));
});

it.each([{ time: two }, { strategy: "b" }, { ticker: "GBPUSD" }, { action: "sell" }])(
  "a message's key changes with %j",
  (change) => {
    const fields = { time: one, strategy: "a" };
    expect(keyOf({ ...fields, ...change })).not.toBe(keyOf(fields));
  },
);

it.each([
  { id: "Short" },
  { ticker: "XAUUSD" },
  { action: "sell" },
  { strategy: "b" },
  { time: two },
  { entry_at: two },
  { timenow: two },
])("a message's id counts only together with the rest: %j is another message", (change) => {
  const fields = { id: "Long", time: one, entry_at: one, timenow: one };
  expect(keyOf({ ...fields, ...change })).not.toBe(keyOf(fields));
  expect(keyOf({ ...fields, close: "2" })).toBe(keyOf(fields));
});

it("an id in a header replaces one in the body, and also counts only together with the rest", () => {
  expect(keyOf({ id: "a" }, "m-1")).toBe(keyOf({ id: "b" }, "m-1"));
  expect(keyOf({ ticker: "XAUUSD" }, "m-1")).not.toBe(keyOf({}, "m-1"));
});

it("all messages of one trade are one, whatever their kind, id, and time", () => {
  const entry = keyOf({ trade_id: "17", type: "entry", id: "a", time: one }, "m-1");
  expect(keyOf({ trade_id: "17", type: "entry_fill", id: "b", time: two }, "m-2")).toBe(entry);
  expect(keyOf({ trade_id: "18", type: "entry", id: "a", time: one }, "m-1")).not.toBe(entry);
});

it.each([
  [{ id: "Long" }, null, 60_000],
  [{ trade_id: "17" }, null, DAY_MS],
  [{ id: "Long", time: one }, null, DAY_MS],
  [{}, "m-1", DAY_MS],
] as const)("an id counts for a limited time: %j %s", (fields, givenId, windowMs) => {
  const { sinceMs, untilMs } = keysOf(fields, givenId);
  expect([10 * DAY_MS - sinceMs, untilMs - 10 * DAY_MS]).toEqual([windowMs, windowMs]);
});

it("a copy in the previous or next time window is recognised, in either order", () => {
  const at = (receivedAtMs: number) => {
    const parsed = parseAlert("EURUSD buy");
    if (!parsed.ok) throw parsed.problem;
    return idempotencyKeysOf(parsed.alert, { body: "EURUSD buy", givenId: null, receivedAtMs });
  };
  const [earlier, later] = [at(59_000), at(61_000)];
  expect(earlier.own).not.toBe(later.own);
  expect(earlier.others).toContain(later.own);
  expect(later.others).toContain(earlier.own);
});
