import { describe, expect, it } from "vitest";
import { createVitalsTally } from "#client/browser/vitals-tally.ts";

function tally({ shownAtMs = 0, hiddenAtMs = Number.POSITIVE_INFINITY } = {}) {
  return createVitalsTally({ shownAtMs, hiddenAtMs: () => hiddenAtMs });
}

const shift = (startTime: number, value: number, hadRecentInput = false) => ({
  startTime,
  value,
  hadRecentInput,
});

describe("a visit's vitals", () => {
  it("are nothing where nothing was measured", () => {
    expect(tally().report()).toBeNull();
  });

  it("hold the last candidate for the largest content, and no shift as 0", () => {
    const visit = tally();
    visit.firstByte(80.4);
    visit.firstPaint(300);
    visit.largestPaint(310);
    visit.largestPaint(905.7);
    expect(visit.report()).toEqual({ ttfb: 80, fcp: 300, lcp: 906, cls: 0 });
  });

  it("leave out paints of a document that nobody saw", () => {
    const visit = tally({ hiddenAtMs: 500 });
    visit.firstByte(90);
    visit.firstPaint(700);
    visit.largestPaint(900);
    expect(visit.report()).toEqual({ ttfb: 90 });
  });

  it("count from when a prerendered document was shown", () => {
    const visit = tally({ shownAtMs: 1_000 });
    visit.firstByte(50);
    visit.firstPaint(400);
    visit.largestPaint(1_250);
    expect(visit.report()).toMatchObject({ ttfb: 0, fcp: 0, lcp: 250 });
  });

  it("take the worst run of shifts: gaps below a second, five seconds in all, none after input", () => {
    const visit = tally();
    visit.firstPaint(100);
    visit.shift(shift(1_000, 0.05));
    visit.shift(shift(1_900, 0.06));
    visit.shift(shift(2_000, 9, true));
    visit.shift(shift(2_950, 0.02));
    expect(visit.report()).toMatchObject({ cls: 0.11 });
    for (let at = 10_000; at <= 15_400; at += 900) visit.shift(shift(at, 0.03));
    expect(visit.report()).toMatchObject({ cls: 0.18 });
  });

  it("take the slowest interaction by its longest event, one in fifty left out", () => {
    const visit = tally();
    visit.interaction({ interactionId: 0, duration: 9_000 });
    visit.interaction({ interactionId: 7, duration: 96 });
    visit.interaction({ interactionId: 7, duration: 320 });
    expect(visit.report()).toEqual({ inp: 320 });
    for (let id = 8; id < 56; id += 1) visit.interaction({ interactionId: id, duration: 104 });
    expect(visit.report()).toEqual({ inp: 320 });
    visit.interaction({ interactionId: 56, duration: 104 });
    expect(visit.report()).toEqual({ inp: 104 });
  });
});
