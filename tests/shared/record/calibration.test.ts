import { describe, expect, it } from "vitest";
import { calibrationOf } from "#shared/record/calibration.ts";

describe("a trader's calibration", () => {
  it("groups stated probabilities by ten percent, with their mean and the share that won", () => {
    const bins = calibrationOf([
      { confidence: 72, won: 30, lost: 10 },
      { confidence: 50, won: 1, lost: 1 },
      { confidence: 79, won: 30, lost: 30 },
    ]);
    expect(bins).toEqual([
      expect.objectContaining({ from: 50, to: 59, decided: 2, won: 1, said: 0.5, rate: 0.5 }),
      expect.objectContaining({ from: 70, to: 79, decided: 100, won: 60, said: 0.762, rate: 0.6 }),
    ]);
    // Wilson's interval for 60 of 100 at 95 %.
    expect(bins[1]?.interval.low).toBeCloseTo(0.502, 3);
    expect(bins[1]?.interval.high).toBeCloseTo(0.6906, 4);
  });

  it("leaves out probabilities without a decided signal", () => {
    expect(calibrationOf([])).toEqual([]);
    expect(calibrationOf([{ confidence: 99, won: 0, lost: 0 }])).toEqual([]);
  });

  it("includes both ends of a group", () => {
    const counts = [60, 69, 70].map((confidence) => ({ confidence, won: 1, lost: 0 }));
    expect(calibrationOf(counts).map(({ from, decided }) => [from, decided])).toEqual([
      [60, 2],
      [70, 1],
    ]);
  });
});
