import { expect, it } from "vitest";
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

const NOTHING = { asset: false, payout: null, lifeMs: null };

it.each([
  ["at the upper ends", USUAL, NOTHING],
  ["at the lower ends", { asset: "EUR/USD", payout: 0.8, lifeMs: 5 * MINUTE_MS }, NOTHING],
  ["on an asset that none had", { ...USUAL, asset: "EURUSD_otc" }, { asset: true }],
  ["with a lower payout", { ...USUAL, payout: 0.79 }, { payout: { min: 0.8, max: 0.92 } }],
  ["with a higher payout", { ...USUAL, payout: 0.93 }, { payout: { min: 0.8, max: 0.92 } }],
  ["too short", { ...USUAL, lifeMs: 4 * MINUTE_MS }, { lifeMs: { min: 5 * MINUTE_MS, max: 60 * MINUTE_MS } }],
  ["too long", { ...USUAL, lifeMs: 61 * MINUTE_MS }, { lifeMs: { min: 5 * MINUTE_MS, max: 60 * MINUTE_MS } }],
])("a new signal is compared with the last 20 of its trader: %s", (_which, signal, unusual) => {
  expect(unusualOf(signal, LAST)).toEqual({ ...NOTHING, ...unusual });
});

it("nothing is unusual with fewer than 20 signals", () => {
  expect(unusualOf({ asset: "XAU/USD", payout: 5, lifeMs: 1 }, LAST.slice(1))).toEqual(NOTHING);
});
