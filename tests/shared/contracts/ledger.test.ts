import * as v from "valibot";
import { EVIDENCE } from "#tests/support/chained.ts";
import { describe, expect, it } from "vitest";
import { LedgerEntry, LedgerExportQuery, LedgerQuery } from "#shared/contracts/ledger.ts";

const AT = "2026-01-01T00:00:00.000Z";
const LINK = { seq: 1, at: AT, clock_at: AT, prev_hash: "0".repeat(64), hash: "a".repeat(64) };
const PUBLISHED = {
  trader: "north-light",
  asset: "EUR/USD",
  direction: "up",
  entry_at: AT,
  expires_at: AT,
  settle_by: AT,
  payout: 0.85,
  is_late: false,
};

const settled = (payload: object) => ({ ...LINK, kind: "settled", signal_id: "s", payload });

const KINDS = [
  { ...LINK, kind: "published", signal_id: "s", payload: PUBLISHED },
  { ...LINK, kind: "published", signal_id: "s", payload: { ...PUBLISHED, is_otc: true } },
  settled({ outcome: "won", cause: "result", evidence: EVIDENCE }),
  settled({ outcome: "lost", cause: "correction", reason: "misread" }),
  { ...LINK, kind: "voided", signal_id: "s", payload: { reason: "no price" } },
  { ...LINK, kind: "trader_joined", signal_id: null, payload: { trader: "north-light" } },
  { ...LINK, kind: "trader_retired", signal_id: null, payload: { trader: "north-light" } },
];

describe.each(KINDS)("an entry of the kind $kind", (entry) => {
  it("has exactly the fields of its kind", () => {
    expect(v.is(LedgerEntry, entry)).toBe(true);
    expect(v.is(LedgerEntry, { ...entry, note: "" })).toBe(false);
    expect(v.is(LedgerEntry, { ...entry, payload: { ...entry.payload, note: "" } })).toBe(false);
    expect(v.is(LedgerEntry, { ...entry, payload: {} })).toBe(false);
    expect(v.is(LedgerEntry, { ...entry, signal_id: entry.signal_id === null ? "s" : null })).toBe(false);
  });

  it.each([
    { seq: 0 },
    { seq: 1.5 },
    { at: "2026-01-01T00:00:00Z" },
    { at: "2026-01-01T00:00:00.000+00:00" },
    { clock_at: undefined },
    { hash: "A".repeat(64) },
    { prev_hash: "0".repeat(63) },
    { kind: "edited" },
  ])("is invalid with %j", (change) => {
    expect(v.is(LedgerEntry, { ...entry, ...change })).toBe(false);
  });
});

it("a correction has a reason and cannot make a signal won", () => {
  const corrected = (payload: object) => v.is(LedgerEntry, settled({ cause: "correction", ...payload }));
  expect(corrected({ outcome: "draw", reason: "misread" })).toBe(true);
  expect(corrected({ outcome: "won", reason: "misread" })).toBe(false);
  expect(corrected({ outcome: "lost" })).toBe(false);
});

it("the ledger is read in pages of 100, at most 1000, from its beginning by default", () => {
  expect(v.parse(LedgerQuery, {})).toEqual({ after: 0, limit: 100 });
  expect(v.parse(LedgerQuery, { after: "7", limit: "1000" })).toEqual({ after: 7, limit: 1000 });
  expect(v.is(LedgerQuery, { limit: "1001" })).toBe(false);
  expect(v.parse(LedgerExportQuery, {})).toEqual({ after: 0 });
  expect(v.is(LedgerExportQuery, { limit: "5" })).toBe(false);
});
