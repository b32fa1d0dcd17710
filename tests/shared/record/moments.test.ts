import { expect, it } from "vitest";
import { addMoment, NO_MOMENTS, type Timed } from "#shared/record/moments.ts";

const counted = (...signals: readonly (readonly [asset: string, entryAtMs: number, expiresAtMs: number])[]) =>
  signals
    .map(([asset, entryAtMs, expiresAtMs]): Timed => ({ asset, entryAtMs, expiresAtMs }))
    .reduce(addMoment, NO_MOMENTS).count;

it("signals on one asset whose times overlap are one moment", () => {
  expect(counted()).toBe(0);
  // Entry at the expiry of the one before: no overlap.
  expect(counted(["EUR/USD", 0, 5], ["EUR/USD", 5, 10])).toBe(2);
  expect(counted(["EUR/USD", 0, 5], ["EUR/USD", 4, 10])).toBe(1);
  expect(counted(["EUR/USD", 0, 5], ["USD/JPY", 4, 10])).toBe(2);
  // Each overlaps with the one before it.
  expect(counted(["EUR/USD", 0, 5], ["EUR/USD", 4, 10], ["EUR/USD", 9, 15])).toBe(1);
  expect(counted(["EUR/USD", 0, 10], ["USD/JPY", 1, 2], ["EUR/USD", 5, 20])).toBe(2);
  // A long one holds several short ones.
  expect(counted(["EUR/USD", 0, 100], ["EUR/USD", 10, 20], ["EUR/USD", 30, 40], ["EUR/USD", 100, 110])).toBe(
    2,
  );
});
