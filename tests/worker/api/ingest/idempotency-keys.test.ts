import { expect, it } from "vitest";
import { idempotencyKeysOf } from "#worker/api/ingest/idempotency-keys.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

function keysOfText(body: string, givenId: string | null = null, receivedAtMs = 10 * DAY_MS) {
  const parsed = parseAlert(body);
  if (!parsed.ok) throw parsed.problem;
  return idempotencyKeysOf(parsed.alert, { body, givenId, receivedAtMs });
}

const keysOf = (fields: object, givenId?: string | null) =>
  keysOfText(JSON.stringify({ ticker: "EURUSD", action: "buy", ...fields }), givenId);
const keyOf = (...message: Parameters<typeof keysOf>) => keysOf(...message).own;

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

it("a time of day recognises a message in any zone, by asset and direction", () => {
  const { own } = keysOfText("EURUSD buy 14:35 UTC");
  expect(keysOfText("buy EURUSD 5m 13:35 UTC-1").own).toBe(own);
  for (const other of ["EURUSD buy 14:36 UTC", "EURUSD sell 14:35 UTC", "GBPUSD buy 14:35 UTC"])
    expect(keysOfText(other).own, other).not.toBe(own);
});

it.each([
  ["EURUSD buy", null, 60_000],
  ["EURUSD buy 14:35 UTC", null, DAY_MS / 2],
  ["ticker=EURUSD action=buy id=Long", null, 60_000],
  ["ticker=EURUSD action=buy trade_id=17", null, DAY_MS],
  [`ticker=EURUSD action=buy id=Long time=${one}`, null, DAY_MS],
  ["EURUSD buy", "m-1", DAY_MS],
] as const)(
  "a copy of %j, named %s, is recognised within %i ms, in either order",
  (body, givenId, windowMs) => {
    const at = 10 * DAY_MS;
    const { own, sinceMs, untilMs } = keysOfText(body, givenId, at);
    expect([at - sinceMs, untilMs - at]).toEqual([windowMs, windowMs]);
    const later = keysOfText(body, givenId, at + windowMs);
    expect(later.own).not.toBe(own);
    expect(later.others).toContain(own);
    expect(keysOfText(body, givenId, at - 1).others).toContain(own);
  },
);
