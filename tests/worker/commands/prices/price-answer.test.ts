/** What the source of `npm run prices` answers about a stretch of time. */
import * as v from "valibot";
import { expect, it } from "vitest";
import { PriceSeriesAnswer } from "#shared/contracts/prices.ts";
import { PRICE_SERIES } from "#shared/limits/prices.ts";
import { answerPrice } from "#worker/commands/prices/price-answer.ts";
import type { Quotes } from "#worker/commands/prices/quotes.ts";

const NOW_MS = Date.UTC(2026, 10, 26, 12);
const STEP_MS = 10_000;

/** A quote each ten seconds, from an hour ago on. */
const quotes: Quotes = {
  count: 360,
  assets: ["EUR/USD"],
  lastAt(_asset, atMs) {
    const quotedMs = Math.floor(atMs / STEP_MS) * STEP_MS;
    return quotedMs < NOW_MS - 3_600_000 ? null : { atMs: quotedMs, price: `1.${quotedMs / STEP_MS}` };
  },
};

function answer(query: Readonly<Record<string, string>>) {
  const path = `/prices/series/?${new URLSearchParams(query).toString()}`;
  const { status, body } = answerPrice({ method: "GET", path, quotes, source: "Test", nowMs: NOW_MS });
  return { status, body: JSON.parse(body) };
}

const between = (fromMs: number, toMs: number) =>
  answer({
    asset: "EUR/USD",
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
  });

it.each([
  ["a minute: every quote once", 60_000, 7],
  ["an hour: as many as the contract allows", 3_600_000, PRICE_SERIES.points],
  ["more than there is: what there is", 7_200_000, PRICE_SERIES.points / 2],
])("the series of %s", (_what, lengthMs, count) => {
  const { status, body } = between(NOW_MS - lengthMs, NOW_MS);
  expect(status).toBe(200);
  const { points } = v.parse(PriceSeriesAnswer, body);
  expect(points).toHaveLength(count);
  expect(points.map(({ at }) => at)).toEqual(
    points.map(({ at }) => at).toSorted((one, other) => one - other),
  );
  expect(points[0]?.at).toBeGreaterThanOrEqual(NOW_MS - lengthMs);
  expect(points.at(-1)?.at).toBe(NOW_MS);
});

it("a series is refused that reaches into the future, or lacks an end", () => {
  expect(between(NOW_MS - 60_000, NOW_MS + 1).status).toBe(425);
  expect(answer({ asset: "EUR/USD", from: new Date(NOW_MS).toISOString() })).toMatchObject({
    status: 400,
    body: { detail: expect.stringMatching(/^to must be/) },
  });
});
