import { expect, it } from "vitest";
import { drawPrices, PICTURE_HEIGHT } from "#client/pages/signal/draw-prices.ts";

const ENTRY_MS = Date.UTC(2026, 2, 1);
const LIFE_MS = 100 * 60_000;
const at = (minutes: number) => new Date(ENTRY_MS + minutes * 60_000).toISOString();
const point = (minutes: number, price: string) => ({ at: at(minutes), price });
const quotes = { entry: point(0, "10"), expiry: point(99, "12") };

function draw(changes: Partial<Parameters<typeof drawPrices>[0]>) {
  const times = { entryMs: ENTRY_MS, expiresMs: ENTRY_MS + LIFE_MS };
  return drawPrices({ direction: "up", ...times, points: [], quotes: null, ...changes });
}

it("without a series the line joins the quotes on the record, from a sixth of the width to its end", () => {
  const drawing = draw({ quotes });
  expect(drawing?.line.match(/[ML]/g)).toHaveLength(2);
  expect([drawing?.entry?.x, drawing?.entry?.price]).toEqual([16.67, "10"]);
  expect([drawing?.end.x, drawing?.end.price]).toEqual([99.17, "12"]);
});

it("the line of a series passes through the quotes on the record", () => {
  const points = [point(-20, "9"), point(0, "11"), point(50, "13"), point(101, "99")];
  const drawing = draw({ points, quotes });
  expect(drawing?.line.match(/[ML]/g)).toHaveLength(4);
  expect([drawing?.low.price, drawing?.high.price, drawing?.entry?.price]).toEqual(["9", "13", "10"]);
});

it.each(["up", "down"] as const)(
  "the side on which a signal %s wins begins at its entry price",
  (direction) => {
    const { winning, entry } = draw({ quotes, direction }) ?? {};
    expect(winning?.y).toBe(direction === "up" ? 0 : entry?.y);
    expect((winning?.y ?? 0) + (winning?.height ?? 0)).toBe(direction === "up" ? entry?.y : PICTURE_HEIGHT);
  },
);

it("a running signal is measured from the last price before its entry, and one before its entry from none", () => {
  const running = draw({ points: [point(-5, "10"), point(-1, "11"), point(1, "12")] });
  expect([running?.entry?.price, running?.end.price]).toEqual(["11", "12"]);
  const before = draw({ points: [point(-5, "10"), point(-1, "11")] });
  expect([before?.entry, before?.winning]).toEqual([null, null]);
});

it("a flat line is drawn in the middle, and a single point not at all", () => {
  const flat = draw({ points: [point(-5, "0"), point(1, "0")] });
  expect(flat?.end.y).toBe(PICTURE_HEIGHT / 2);
  expect(draw({ points: [point(1, "10")] })).toBeNull();
});
