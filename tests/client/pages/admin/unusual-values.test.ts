import { describe, expect, it } from "vitest";
import { isUnusual, unusualOf } from "#client/pages/admin/unusual-values.tsx";
import { USUAL_LIFE_SECONDS, USUAL_PAYOUT } from "#shared/limits/lists.ts";

const MINUTE_MS = 60_000;

function published(asset: string, payout: number, minutes: number) {
  const entryMs = Date.parse("2026-11-27T07:00:00Z");
  const expires_at = new Date(entryMs + minutes * MINUTE_MS).toISOString();
  return { asset, payout, entry_at: new Date(entryMs).toISOString(), expires_at };
}

const LAST = [
  published("EUR/USD", 0.8, 5),
  published("GBP/USD", 0.92, 60),
  ...Array.from({ length: 18 }, () => published("EUR/USD", 0.85, 15)),
];
const USUAL = { asset: "GBP/USD", payout: 0.92, lifeMs: 60 * MINUTE_MS };

it.each([
  [0.5, false, USUAL_PAYOUT],
  [1, false, USUAL_PAYOUT],
  [0.4999, true, USUAL_PAYOUT],
  [1.0001, true, USUAL_PAYOUT],
  [30, false, USUAL_LIFE_SECONDS],
  [86_400, false, USUAL_LIFE_SECONDS],
  [29, true, USUAL_LIFE_SECONDS],
  [86_401, true, USUAL_LIFE_SECONDS],
  [Number.NaN, false, USUAL_LIFE_SECONDS],
])("staff are warned of %s: %s", (value, isTold, range) => {
  expect(isUnusual(value, range)).toBe(isTold);
});

describe("a value of a new signal", () => {
  it("is usual within the range of the trader's last signals, including both ends", () => {
    expect(unusualOf(USUAL, LAST)).toEqual({ asset: false, payout: null, lifeMs: null });
    expect(unusualOf({ asset: "EUR/USD", payout: 0.8, lifeMs: 5 * MINUTE_MS }, LAST)).toEqual({
      asset: false,
      payout: null,
      lifeMs: null,
    });
  });

  it("is unusual if it is an asset that none of them had", () => {
    expect(unusualOf({ ...USUAL, asset: "EURUSD_otc" }, LAST).asset).toBe(true);
  });

  it.each([0.79, 0.93])("is unusual if it is a payout of %s, and the usual range is returned", (payout) => {
    expect(unusualOf({ ...USUAL, payout }, LAST).payout).toEqual({ min: 0.8, max: 0.92 });
  });

  it.each([4, 61])("is unusual if it is a duration of %s min, and the usual range is returned", (minutes) => {
    expect(unusualOf({ ...USUAL, lifeMs: minutes * MINUTE_MS }, LAST).lifeMs).toEqual({
      min: 5 * MINUTE_MS,
      max: 60 * MINUTE_MS,
    });
  });

  it("is never unusual with fewer than 20 signals", () => {
    const odd = { asset: "XAU/USD", payout: 5, lifeMs: 1 };
    expect(unusualOf(odd, LAST.slice(1))).toEqual({ asset: false, payout: null, lifeMs: null });
    expect(unusualOf(odd, LAST).asset).toBe(true);
  });
});
