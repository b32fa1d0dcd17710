import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { Asset, NewSignal, Payout, PublicReason } from "#shared/contracts/signals.ts";
import { PeriodFrom, PeriodTo, SignalExportQuery, SignalQuery } from "#shared/contracts/signal-queries.ts";

describe("an asset", () => {
  it.each(["A", "#AAPL", "1INCH/USD", "ES1!", "M&M", "A".repeat(32)])("may be %s", (name) => {
    expect(v.is(Asset, name)).toBe(true);
  });

  it.each(["", "/USD", ".A", "!A", "&A", "A B", "Ä", "A\nB", "EURUSD_QTC", "A".repeat(33)])(
    "is not %j",
    (name) => {
      expect(v.is(Asset, name)).toBe(false);
    },
  );
});

it("a payout has at most four decimals", () => {
  const payouts = [0.1234, 0.00005, 0.00015, 0.12345, Number.NaN, Infinity];
  expect(payouts.filter((payout) => v.is(Payout, payout))).toEqual([0.1234]);
});

it.each(["a\u0000bc", "abc\u202e", "abc\u001b[31m", "ab\nc", "\u200b\u200b\u200b"])(
  "a reason for voiding a signal is not %j",
  (reason) => {
    expect(v.is(PublicReason, reason)).toBe(false);
  },
);

it.each([49, 100, 72.5, "72", true])("a stated probability is not %j", (confidence) => {
  expect(v.is(NewSignal.entries.confidence, confidence)).toBe(false);
});

it.each(["tomorrow", "2026-03-01T10:00", "0000-01-01T00:00+23:59", "2026-02-31T00:00:00Z"])(
  "the entry of a signal is not at %s",
  (entry_at) => {
    expect(v.is(NewSignal.entries.entry_at, entry_at)).toBe(false);
  },
);

describe("a period", () => {
  it.each([
    ["2026-01-31", "2026-01-31T00:00:00.000Z", "2026-02-01T00:00:00.000Z"],
    ["2026-01-31T10:00Z", "2026-01-31T10:00:00.000Z", "2026-01-31T10:00:00.001Z"],
    ["2026-01-31T10:00:05+01:00", "2026-01-31T09:00:05.000Z", "2026-01-31T09:00:05.001Z"],
    ["2026-01-31T10:00:05.5-01:00", "2026-01-31T11:00:05.500Z", "2026-01-31T11:00:05.501Z"],
  ])("from and to %s begins at %s and ends before %s", (edge, first, end) => {
    expect(v.parse(PeriodFrom, edge)).toBe(Date.parse(first));
    expect(v.parse(PeriodTo, edge)).toBe(Date.parse(end));
  });

  it.each([
    "2026-01-31T10:00",
    "2026-01-31T25:00Z",
    "2026-01-31T10:00+99:00",
    "2026-02-29",
    "2026-02-29T10:00Z",
    "2026-13-01",
    "2026-1-31",
    "on 2026-01-31",
  ])("may not begin or end at %s", (edge) => {
    expect([v.is(PeriodFrom, edge), v.is(PeriodTo, edge)]).toEqual([false, false]);
  });

  it.each([
    ["lists", SignalQuery],
    ["exports", SignalExportQuery],
  ])("may be a single day or instant, but may not end before it begins: %s", (_, schema) => {
    const instant = "2026-01-31T10:00:00Z";
    expect(v.is(schema, { from: "2026-01-31", to: "2026-01-31" })).toBe(true);
    expect(v.is(schema, { from: instant, to: instant })).toBe(true);
    expect(v.is(schema, { from: instant, to: "2026-01-31T09:59:59.999Z" })).toBe(false);
    expect(v.is(schema, { from: "2026-02-01", to: "2026-01-31" })).toBe(false);
  });
});

it.each<Record<string, string>>([
  { limit: "101" },
  { limit: "1.5" },
  { cursor: "abc" },
  { cursor: "-1" },
  { cursor: "5,3" },
  { sort: "payout", cursor: "3" },
  { sort: "payout", cursor: "x,3" },
  { sort: "luck" },
  { trader: "No\u0007One" },
  { trader: "x".repeat(81) },
  { asset: "=1+1" },
  { outcome: "victory" },
  { direction: "sideways" },
  { otc: "yes" },
  { late: "1" },
  { corrected: "on" },
])("a list of signals cannot be queried with %j", (query) => {
  expect(v.is(SignalQuery, query)).toBe(false);
});
