import { describe, expect, it } from "vitest";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";
import { type KeyTerms, placeAlert } from "#worker/api/ingest/place-alert.ts";

const NOW = Date.UTC(2026, 2, 1, 12);
const TERMS: KeyTerms = {
  trader: "north-light",
  payout: 0.85,
  entryDelaySeconds: 30,
  lifeSeconds: 300,
  minPayout: 0.0001,
  maxPayout: 10,
  minLifeSeconds: 1,
  maxLifeSeconds: 31_622_400,
  assets: [],
  takesConfidence: true,
};

function place(body: string, atMs = NOW, terms: Partial<KeyTerms> = {}) {
  const parsed = parseAlert(body);
  if (!parsed.ok) throw parsed.problem;
  return placeAlert(parsed.alert, { ...TERMS, ...terms }, atMs);
}

function codeOf(body: string, atMs = NOW): unknown {
  try {
    place(body, atMs);
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : error;
  }
}

describe("a signal made from an alert", () => {
  it("gets missing values from its key", () => {
    expect(place("EURUSD buy")).toEqual({
      trader: "north-light",
      asset: "EUR/USD",
      direction: "up",
      entry_at: NOW + 30_000,
      expires_at: NOW + 330_000,
      payout: 0.85,
    });
  });

  it("has the alert's own values before those of the key, and a confidence only if the key takes it", () => {
    const said = JSON.stringify({ ticker: "EURUSD", action: "buy", payout: "92%", confidence: 64 });
    expect(place(said)).toMatchObject({ payout: 0.92, confidence: 64 });
    expect(place(said, NOW, { takesConfidence: false })).not.toHaveProperty("confidence");
  });

  it.each([100, 49, 0.725, "0.72%", 1, "high", "-0.9"])(
    "has no confidence for %j, which is no probability in whole percent and is reported",
    (confidence) => {
      const body = JSON.stringify({ ticker: "EURUSD", action: "buy", confidence });
      expect(parseAlert(body)).toMatchObject({ alert: { notUnderstood: ["confidence"] } });
      expect(place(body)).not.toHaveProperty("confidence");
    },
  );

  it.each([
    ["12:10 UTC", "2026-03-01T12:10:00.000Z"],
    ["9:10 (UTC-3)", "2026-03-01T12:10:00.000Z"],
    ["17:40 UTC+5:30", "2026-03-01T12:10:00.000Z"],
    ["23:59 UTC", "2026-03-01T23:59:00.000Z"],
  ])("at %s has the nearest such entry time", (clock, entry_at) => {
    expect(place(`EURUSD buy ${clock}`)).toMatchObject({ entry_at: Date.parse(entry_at) });
  });

  it("may have its nearest entry time after or before midnight", () => {
    const lateAtNight = Date.UTC(2026, 2, 1, 23, 58);
    expect(place("EURUSD buy 00:05 UTC", lateAtNight)).toMatchObject({
      entry_at: Date.UTC(2026, 2, 2, 0, 5),
    });
    expect(codeOf("EURUSD buy 23:50 UTC", Date.UTC(2026, 2, 2, 0, 1))).toBe("late");
  });

  it.each([
    ["ticker=EURUSD action=buy timenow=2026-03-01T11:59:01Z", null],
    ["ticker=EURUSD action=buy timenow=2026-03-01T11:58:59Z", "late"],
    ["ticker=EURUSD action=buy timenow=2026-03-01T11:58:59Z max_lag=120", null],
    ["ticker=EURUSD action=buy timenow=2026-03-01T11:59:50Z max_lag=5", "late"],
    ["ticker=EURUSD action=buy timenow=2026-03-01T12:02:00Z", "clock_ahead"],
    ["ticker=EURUSD action=buy entry_at=2026-03-01T12:00:00Z", "late"],
    ["ticker=EURUSD action=buy entry_at=2026-03-01T12:00:01Z", null],
    ["ticker=EURUSD action=buy time=2026-03-01T08:00:00Z", null],
    ["ticker=EURUSD action=buy expires_at=2026-03-01T12:00:10Z", "invalid"],
    ["ticker=EURUSD action=buy payout=85", "invalid"],
    ["ticker=EURUSD action=buy trader=north-light", null],
    ['{"ticker":"ES1!","action":"buy"}', null],
    ["ticker=NSE:M&M action=buy", null],
    ["ticker=EURUSD action=buy trader=slow-water", "wrong_trader"],
    ["ticker=!!! action=buy", "invalid"],
  ])('from "%s" has the error: %s', (body, code) => {
    expect(codeOf(body)).toBe(code);
  });
});

it.each([
  ["payout=85", "payout: 85 must be at least 0.0001 and at most 1; 85 % is 0.85."],
  ["duration=5s", "duration: 5 s is not from 10 to 31622400 s."],
])("a value beyond every signal's bounds is refused, and the error names them: %s", (field, message) => {
  expect(() => place(`ticker=EURUSD action=buy ${field}`)).toThrow(
    expect.objectContaining({ code: "invalid", message }),
  );
});

describe("the limits of a key", () => {
  const BOUNDS = {
    minPayout: 0.5,
    maxPayout: 0.9,
    minLifeSeconds: 30,
    maxLifeSeconds: 3600,
    assets: ["EUR/USD", "EURUSD_otc"],
  };

  it.each([
    "EURUSD buy 50%",
    "EURUSD buy 90%",
    "EURUSD buy 30s",
    "EURUSD buy 1h",
    "eur/usd".toUpperCase() + " buy",
    "EURUSD_otc buy",
    "ticker=EURUSD action=buy entry_at=2026-03-01T12:01:00Z expires_at=2026-03-01T12:01:30Z",
  ])("allow %j", (body) => {
    expect(() => place(body, NOW, BOUNDS)).not.toThrow();
  });

  it.each([
    ["EURUSD buy 49.99%", "payout: 0.4999 is not from 0.5 to 0.9, the bounds of this key."],
    ["EURUSD buy 90.01%", "payout: 0.9001 is not from 0.5 to 0.9, the bounds of this key."],
    ["EURUSD buy 29s", "duration: 29 s is not from 30 to 3600 s, the bounds of this key."],
    [
      "ticker=EURUSD action=buy entry_at=2026-03-01T12:01:00Z expires_at=2026-03-01T13:01:01Z",
      "duration: 3601 s is not from 30 to 3600 s, the bounds of this key.",
    ],
    ["XAUUSD buy", "asset: XAU/USD is not one of EUR/USD, EURUSD_otc, the bounds of this key."],
  ])("refuse %j and are named in the error", (body, message) => {
    expect(() => place(body, NOW, BOUNDS)).toThrow(
      expect.objectContaining({ code: "out_of_bounds", message }),
    );
  });

  it("are shortened in the error if there are many assets", () => {
    const assets = Array.from({ length: 100 }, (_, index) => `ASSET${index}`);
    expect(() => place("EURUSD buy", NOW, { assets })).toThrow("ASSET9, …, the bounds of this key.");
  });
});
