/** How a single record compares with break-even: `verdict`, `break_even` and the edge. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edgeOf, LEAST_DECIDED, statisticsOf, Z_95 } from "#shared/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY, type Tally } from "#shared/tally.ts";

type Run = readonly [outcome: "won" | "lost" | "draw" | "void", times: number, payout?: number];

/** Folded from runs of equal signals; 0.85 where no payout is given. */
function tallyOf(...runs: readonly Run[]): Tally {
  let tally: Tally = EMPTY_TALLY;
  for (const [outcome, times, payout = 0.85] of runs) {
    for (let index = 0; index < times; index += 1) {
      tally = addPublished(tally, { isLate: false });
      tally = addOutcome(
        tally,
        { outcome, isByPrices: false, becameLate: false },
        { payout, isLate: false, isOtc: false },
      );
    }
  }
  return tally;
}

const verdictOf = (...runs: readonly Run[]) => statisticsOf(tallyOf(...runs)).verdict;

/** Wins of one to five payouts, and losses, in any number. */
const record = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 20_000 })), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.integer({ min: 0, max: 400 }),
    fc.nat(20),
  )
  .map(([wins, lost, drawn]) =>
    tallyOf(
      ...wins.map(([times, steps]): Run => ["won", times, steps / 10_000]),
      ["lost", lost],
      ["draw", drawn],
    ),
  );

describe("break-even", () => {
  it("depends on the payouts of won signals, so that losses at a high payout do not lower it", () => {
    const statistics = statisticsOf(tallyOf(["won", 60, 0.5], ["lost", 40, 0.5], ["lost", 8, 10]));
    expect(statistics).toMatchObject({ net: -18, verdict: "below", above_alone: false });
    expect(statistics.break_even).toBeCloseTo(1 / 1.5, 12);
    expect(statistics.win_rate).toBeLessThan(statistics.break_even ?? 0);
  });

  it("uses the mean of different payouts, without draws", () => {
    const { break_even } = statisticsOf(
      tallyOf(["won", 1, 0.8], ["won", 1, 0.9], ["lost", 5, 3], ["draw", 1, 5]),
    );
    expect(break_even).toBeCloseTo(1 / 1.85, 12);
  });

  it("is null where nothing was won", () => {
    expect(statisticsOf(tallyOf(["lost", 40])).break_even).toBeNull();
  });

  it("is below the win rate exactly if the record gained", () => {
    fc.assert(
      fc.property(record, (tally) => {
        const { win_rate, break_even, net } = statisticsOf(tally);
        const distance = (win_rate ?? 0) - (break_even ?? 0);
        if (net === 0) expect(distance).toBeCloseTo(0, 12);
        else expect(Math.sign(distance)).toBe(Math.sign(net));
      }),
    );
  });
});

describe("the verdict", () => {
  it("is above, below or not distinguishable by where the interval lies relative to break-even", () => {
    expect(verdictOf(["won", 700], ["lost", 300])).toBe("above");
    expect(verdictOf(["won", 540], ["lost", 460])).toBe("not_distinguishable");
    expect(verdictOf(["won", 400], ["lost", 600])).toBe("below");
  });

  it("needs thirty signals won or lost, not counting draws and voids", () => {
    expect(verdictOf(["won", 29])).toBe("none");
    expect(verdictOf(["lost", 29], ["draw", 50], ["void", 50])).toBe("none");
    expect(verdictOf(["won", 30])).toBe("above");
    expect(verdictOf(["lost", 30])).toBe("below");
  });

  it("does not count twenty signals voided in time towards the thirty", () => {
    const statistics = statisticsOf(tallyOf(["won", 20], ["void", 20]));
    expect(statistics).toMatchObject({ verdict: "none", win_rate: 1, void: 20, sample: "too_few" });
  });

  it("is below for a record without a win, with or without draws", () => {
    expect(verdictOf(["lost", 30], ["draw", 1000])).toBe("below");
  });

  it("is above only if the interval of the expectancy is above zero as well", () => {
    // The rate alone says above; but one win of many made it.
    const tally = tallyOf(["won", 59, 0.01], ["won", 1, 200], ["lost", 10]);
    const { win_rate, interval, break_even, expectancy, expectancy_error, verdict } = statisticsOf(tally);
    expect(interval?.low ?? 0).toBeGreaterThan(break_even ?? 1);
    expect(win_rate).toBeGreaterThan(0.8);
    expect((expectancy ?? 0) - Z_95 * (expectancy_error ?? 0)).toBeLessThan(0);
    expect(verdict).toBe("not_distinguishable");
  });

  it("follows from both intervals in any record", () => {
    fc.assert(
      fc.property(record, (tally) => {
        const { verdict, interval, break_even, expectancy, expectancy_error, won, lost } =
          statisticsOf(tally);
        fc.pre(won + lost >= LEAST_DECIDED);
        const [mean, half] = [expectancy ?? 0, Z_95 * (expectancy_error ?? 0)];
        const { low, high } = interval ?? { low: 0, high: 1 };
        const rate = break_even ?? 1;
        const isAbove = low > rate && mean - half > 0;
        const isBelow = high < rate || mean + half < 0;
        expect(verdict).toBe(isAbove ? "above" : isBelow ? "below" : "not_distinguishable");
      }),
      { numRuns: 500 },
    );
  });
});

describe("the edge", () => {
  it("equals the value computed by hand", () => {
    // 60 of 100 at 0.85: net 11; 11 / sqrt(100 · 0.85), and 0.11 over its standard error of 0.91087...
    const rate = 11 / Math.sqrt(85);
    const mean = 0.11;
    const error = Math.sqrt((60 * 0.85 ** 2 + 40 - 100 * mean ** 2) / 99 / 100);
    expect(edgeOf(tallyOf(["won", 60], ["lost", 40]))).toBeCloseTo(Math.min(rate, mean / error), 12);
  });

  it("is the score statistic if that is smaller", () => {
    const [p, r, n] = [0.7, 1 / 1.85, 100];
    const score = (p - r) / Math.sqrt((r * (1 - r)) / n);
    expect(edgeOf(tallyOf(["won", 70], ["lost", 30]))).toBeCloseTo(score, 12);
  });

  it("exists without a loss, but not without a win or below thirty signals", () => {
    expect(edgeOf(tallyOf(["won", 50, 0.5]))).toBeCloseTo(5, 12);
    expect(edgeOf(tallyOf(["lost", 50]))).toBeNull();
    expect(edgeOf(tallyOf(["won", 29]))).toBeNull();
  });
});

describe("a trader among many", () => {
  const tally = tallyOf(["won", 70], ["lost", 30]);

  it("is above from the least edge on, and otherwise above only when considered alone", () => {
    const edge = edgeOf(tally) ?? 0;
    expect(statisticsOf(tally, edge)).toMatchObject({ verdict: "above", above_alone: false });
    expect(statisticsOf(tally, edge + 0.01)).toMatchObject({
      verdict: "not_distinguishable",
      above_alone: true,
    });
  });

  it("is not above alone if it is not above or has no verdict", () => {
    for (const runs of [
      [["won", 29]],
      [
        ["won", 54],
        ["lost", 46],
      ],
      [["lost", 40]],
    ] as Run[][])
      expect(statisticsOf(tallyOf(...runs), Infinity).above_alone).toBe(false);
  });
});
