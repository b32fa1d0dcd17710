import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backOff } from "#shared/http/back-off.ts";

describe("the pause after a failure", () => {
  it("doubles with each failure, up to the longest", () => {
    expect([0, 1, 2, 3, 4].map((failures) => backOff({ base: 5, max: 60 }, failures))).toEqual([
      5, 10, 20, 40, 60,
    ]);
  });

  it("is the longest for good, however many failures there were", () => {
    fc.assert(
      fc.property(fc.nat(), (failures) => {
        expect(backOff({ base: 5, max: 60 }, 4 + failures)).toBe(60);
      }),
    );
  });

  it("with jitter is anywhere from 0 to below that", () => {
    const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.nat({ max: 10 }), randoms, (failures, random) => {
        const pauses = { base: 100, max: 400 };
        const pause = backOff(pauses, failures, () => random);
        expect(pause).toBeGreaterThanOrEqual(0);
        expect(pause).toBeLessThan(backOff(pauses, failures));
        expect(pause).toBeCloseTo(random * backOff(pauses, failures));
      }),
    );
  });
});
