import { describe, expect, it } from "vitest";
import {
  addToConfidences,
  calibrationOf,
  type ConfidenceCount,
  correctConfidences,
} from "#shared/record/calibration.ts";
import type { CountedOutcome } from "#shared/record/tally.ts";

const stated = (confidence: number | null) => ({ confidence, isLate: false, isOtc: false });

describe("the counts of stated probabilities", () => {
  const ended = (ends: readonly (readonly [outcome: CountedOutcome, signal: ReturnType<typeof stated>])[]) =>
    ends.reduce<readonly ConfidenceCount[]>((counts, end) => addToConfidences(counts, ...end), []);

  it("have wins, losses and voids from entry on, lowest probability first", () => {
    const some = [
      ["won", stated(80)],
      ["lost", stated(55)],
      ["won", stated(80)],
      ["void_lost", stated(80)],
      ["won", stated(55)],
      ["won", stated(60)],
    ] as const;
    expect(ended(some)).toEqual([
      { confidence: 55, won: 1, lost: 1 },
      { confidence: 60, won: 1, lost: 0 },
      { confidence: 80, won: 2, lost: 1 },
    ]);
  });

  it("have no draw, no other void, and nothing without a probability, late or on an OTC asset", () => {
    const out = (["draw", "void", "void_unpriced"] as const).map((outcome) => [outcome, stated(70)] as const);
    const late = { ...stated(70), isLate: true };
    const otc = { ...stated(70), isOtc: true };
    expect(ended([...out, ["won", stated(null)], ["lost", late], ["lost", otc]])).toEqual([]);
  });

  it("follow a correction", () => {
    const counts = ended([
      ["won", stated(70)],
      ["won", stated(80)],
    ]);
    expect(correctConfidences(counts, { from: "won", to: "lost" }, stated(80))).toEqual([
      { confidence: 70, won: 1, lost: 0 },
      { confidence: 80, won: 0, lost: 1 },
    ]);
    expect(correctConfidences(counts, { from: "won", to: "draw" }, stated(70))[0]).toMatchObject({
      won: 0,
      lost: 0,
    });
  });
});

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
