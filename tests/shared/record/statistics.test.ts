import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expectedLosingStreak,
  sampleOf,
  sortFiguresOf,
  statisticsOf,
  wilsonInterval,
} from "#shared/record/statistics.ts";
import {
  addCorrection,
  addOutcome,
  addPublished,
  EMPTY_TALLY,
  equityOf,
  isSettledOutcome,
  publishedCount,
  resultOf,
  type Tally,
} from "#shared/record/tally.ts";

const ENDINGS = ["won", "lost", "draw", "void", "void_unpriced"] as const;
type Ended = (typeof ENDINGS)[number];
interface Event {
  readonly outcome: Ended;
  readonly payout: number;
  readonly isLate: boolean;
  readonly isOtc: boolean;
}

const event = fc.record<Event>({
  outcome: fc.constantFrom(...ENDINGS),
  payout: fc.integer({ min: 1, max: 20_000 }).map((steps) => steps / 10_000),
  isLate: fc.boolean(),
  isOtc: fc.boolean(),
});
const events = fc.array(event, { maxLength: 200 });

describe("examples computed by hand", () => {
  it.each([
    { won: 10, decided: 10, low: 0.7225, high: 1 },
    { won: 0, decided: 5, low: 0, high: 0.4345 },
    { won: 60, decided: 100, low: 0.502, high: 0.6906 },
    { won: 7, decided: 10, low: 0.397, high: 0.892 },
  ])("gives $won of $decided the Wilson interval [$low, $high]", ({ won, decided, low, high }) => {
    const interval = wilsonInterval(won, decided);
    expect(interval?.low).toBeCloseTo(low, 3);
    expect(interval?.high).toBeCloseTo(high, 3);
  });

  it("expects a losing streak of 8.1 in 1000 signals at 54 %, and never of less than 1", () => {
    expect(expectedLosingStreak(1000, 0.54)).toBeCloseTo(8.1, 1);
    expect(expectedLosingStreak(1, 0.9)).toBe(1);
  });

  it.each([
    [0, "none"],
    [1, "too_few"],
    [29, "too_few"],
    [30, "weak"],
    [99, "weak"],
    [100, "fair"],
    [499, "fair"],
    [500, "good"],
  ] as const)("calls a sample of %i %s", (decided, words) => {
    expect(sampleOf(decided)).toBe(words);
  });
});

describe("statisticsOf", () => {
  it("has no figures without signals", () => {
    const { sample, ...figures } = statisticsOf(EMPTY_TALLY);
    expect(sample).toBe("none");
    const [without, zeros] = [null, 0].map((value) =>
      Object.entries(figures).flatMap(([name, figure]) => (figure === value ? [name] : [])),
    );
    expect(without).toEqual([
      "win_rate",
      "interval",
      "break_even",
      "expectancy",
      "expectancy_error",
      "profit_factor",
      "payoff_ratio",
      "recovery_factor",
      "expected_losing_streak",
    ]);
    expect(zeros).toHaveLength(Object.keys(figures).length - 9);
  });

  it("is correct for a short record", () => {
    const record = ["won", "won", "lost", "draw", "lost", "lost", "won", "void", "won"];
    expect(statisticsOf(fold(record.map(onTime(0.8))))).toMatchObject({
      settled: 8,
      win_rate: expect.closeTo(4 / 7, 12),
      break_even: expect.closeTo(1 / 1.8, 12),
      net: expect.closeTo(4 * 0.8 - 3, 12),
      expectancy: expect.closeTo(0.2 / 8, 12),
      profit_factor: expect.closeTo((4 * 0.8) / 3, 12),
      payoff_ratio: expect.closeTo(0.8, 12),
      max_drawdown: 3,
      recovery_factor: expect.closeTo(0.2 / 3, 12),
      longest_losing_streak: 3,
      expected_losing_streak: expect.closeTo(Math.log(4) / -Math.log(3 / 7), 12),
      sample: "too_few",
    });
  });

  it.each([
    ["loss", ["won", "won"], { profit_factor: null, payoff_ratio: null, recovery_factor: null }],
    ["win", ["lost", "lost"], { profit_factor: 0, payoff_ratio: null, break_even: null }],
  ])("is null, not infinite or NaN, without a %s", (_without, record, expected) => {
    const statistics = statisticsOf(fold(record.map(onTime(0.85))));
    expect(statistics).toMatchObject({ ...expected, expected_losing_streak: null });
  });

  it("breaks even by the payouts of won signals, so that losses at a high payout do not lower it", () => {
    const won = [0.8, 0.9].map((payout) => onTime(payout)("won"));
    const others = [...repeat("lost", 5), "draw"].map(onTime(3));
    expect(statisticsOf(fold([...won, ...others])).break_even).toBeCloseTo(1 / 1.85, 12);
  });

  it("has an expectancy error of zero, not null, if every result was the same", () => {
    expect(statisticsOf(fold(repeat("won", 9).map(onTime(0.85)))).expectancy_error).toBe(0);
  });

  it("never counts a late signal as a win, and counts it as a loss if it lost", () => {
    const late = (outcome: Ended) =>
      statisticsOf(fold([{ outcome, payout: 0.85, isLate: true, isOtc: false }]));
    expect(late("won")).toMatchObject({ won: 0, settled: 0, net: 0, late: 1, late_won: 1 });
    expect(late("lost")).toMatchObject({ lost: 1, settled: 1, net: -1, late: 1, late_won: 0 });
  });
});

describe("the figures used for sorting", () => {
  it("count draws as settled but not in the win rate", () => {
    expect(sortFiguresOf(fold(["won", "lost", "draw"].map(onTime(0.85))))).toMatchObject({
      settled: 3,
      win_rate: 0.5,
    });
  });

  it("rank records below thirty after all others, and those without any decided signal last", () => {
    const rank = (won: number, lost: number) => sortFiguresOf({ ...EMPTY_TALLY, won, lost }).rank_low;
    expect(rank(60, 40)).toBe(wilsonInterval(60, 100)?.low);
    const descending = [rank(60, 40), rank(15, 15), rank(0, 30), rank(29, 0), rank(4, 1), rank(0, 1)];
    expect(descending).toEqual(descending.toSorted((one, other) => other - one));
    expect(new Set([...descending, rank(0, 0)])).toHaveLength(7);
    expect(Math.min(...descending)).toBeGreaterThan(rank(0, 0));
  });

  it("are lower than every real value if there is none", () => {
    expect(sortFiguresOf(fold(["draw"].map(onTime(0.85))))).toEqual({
      settled: 1,
      win_rate: -1,
      rank_low: -1,
    });
  });
});

describe("the equity curve", () => {
  it("has a point for wins in time, losses and draws, but not for voids, late wins and OTC signals", () => {
    const counts = (isLate: boolean, isOtc = false) =>
      (["won", "lost", "void_lost", "draw", "void", "void_unpriced"] as const).map((outcome) =>
        isSettledOutcome(outcome, { isLate, isOtc }),
      );
    expect(counts(false)).toEqual([true, true, true, true, false, false]);
    expect(counts(true)).toEqual([false, true, true, true, false, false]);
    expect(counts(false, true)).toEqual([false, false, false, false, false, false]);
  });

  it("has points at the amounts that signals add to the result", () => {
    const added = (isLate: boolean, isOtc: boolean) =>
      (["won", "lost", "void_lost", "draw", "void", "void_unpriced"] as const).map((outcome) =>
        resultOf(outcome, { payout: 0.85, isLate, isOtc }),
      );
    expect(added(false, false)).toEqual([0.85, -1, -1, 0, null, null]);
    expect(added(true, false)).toEqual([null, -1, -1, 0, null, null]);
    expect(added(false, true)).toEqual([null, null, null, null, null, null]);
  });

  it("says how far it has fallen from its peak", () => {
    const { equity, drawdown } = equityOf(fold(["won", "won", "lost"].map(onTime(0.85))));
    expect([equity, drawdown]).toEqual([0.7, 1]);
  });
});

describe("signals on OTC assets", () => {
  it("are counted by outcome, but not in rates, results, drawdown or streaks", () => {
    fc.assert(
      fc.property(events, events, (counted, apart) => {
        const otc = apart.map((signal) => ({ ...signal, isOtc: true, isLate: false }));
        const number = (outcome: Ended) => otc.filter((signal) => signal.outcome === outcome).length;
        const without = statisticsOf(fold(counted));
        expect(statisticsOf(fold([...counted, ...otc]))).toEqual({
          ...without,
          void: without.void + number("void"),
          void_unpriced: without.void_unpriced + number("void_unpriced"),
          otc_won: without.otc_won + number("won"),
          otc_lost: without.otc_lost + number("lost"),
          otc_draw: without.otc_draw + number("draw"),
        });
      }),
    );
  });

  it("are counted as late, but not as won, if they won late", () => {
    const tally = fold([{ outcome: "won", payout: 0.8, isLate: true, isOtc: true }]);
    expect(tally).toMatchObject({ late: 1, late_won: 1, otc_won: 0, won: 0 });
  });
});

describe("a correction", () => {
  const corrections = fc.constantFrom(
    { from: "won", to: "draw" } as const,
    { from: "won", to: "lost" } as const,
    { from: "draw", to: "lost" } as const,
  );

  it("gives the same counts and net result as if the outcome had been right at once", () => {
    fc.assert(
      fc.property(events, event, corrections, (others, signal, { from, to }) => {
        const corrected = addCorrection(
          fold([...others, { ...signal, outcome: from }]),
          { from, to },
          signal,
        );
        const right = fold([...others, { ...signal, outcome: to }]);
        const { peak: _, max_drawdown, losing_streak: __, longest_losing_streak, ...sums } = right;
        expect(corrected).toMatchObject(sums);
        expect(corrected.max_drawdown).toBeGreaterThanOrEqual(max_drawdown);
        expect(corrected.longest_losing_streak).toBeLessThanOrEqual(longest_losing_streak);
      }),
    );
  });

  it("never raises the net result, and never lowers losses, drawdown or streaks", () => {
    fc.assert(
      fc.property(events, event, events, corrections, (before, signal, after, { from, to }) => {
        const tally = fold([...before, { ...signal, outcome: from }, ...after]);
        const corrected = addCorrection(tally, { from, to }, signal);
        expect(corrected.net).toBeLessThanOrEqual(tally.net);
        expect(corrected.won).toBeLessThanOrEqual(tally.won);
        expect(lossesOf(corrected) - lossesOf(tally)).toBe(to === "lost" ? 1 : 0);
        expect(corrected.max_drawdown).toBeGreaterThanOrEqual(
          Math.max(tally.max_drawdown, corrected.peak - corrected.net),
        );
        expect(corrected.longest_losing_streak).toBeGreaterThanOrEqual(tally.longest_losing_streak);
        expect(publishedCount(corrected)).toBe(publishedCount(tally));
      }),
    );
  });
});

describe("the statistics of any record", () => {
  it("are the same when computed signal by signal or from the whole list", () => {
    fc.assert(
      fc.property(events, (list) => {
        const { net, max_drawdown, longest_losing_streak, win_rate, expectancy, expectancy_error } =
          statisticsOf(fold(list));
        const reference = fromWholeList(list);
        expect(net).toBeCloseTo(reference.net, 8);
        expect(max_drawdown).toBeCloseTo(reference.maxDrawdown, 8);
        expect(longest_losing_streak).toBe(reference.longestLosingStreak);
        expect(win_rate).toEqual(reference.winRate);
        expect(expectancy ?? 0).toBeCloseTo(reference.mean, 8);
        expect(expectancy_error ?? 0).toBeCloseTo(reference.standardError, 6);
      }),
    );
  });

  it("are stored as whole numbers that JSON can hold exactly", () => {
    fc.assert(
      fc.property(events, (list) => {
        expect(Object.values(fold(list)).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  it("have an interval within 0 to 1 that contains the win rate", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (won, lost) => {
        fc.pre(won + lost > 0);
        const { low, high } = wilsonInterval(won, won + lost) ?? { low: 2, high: -1 };
        const rate = won / (won + lost);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        if (won === 0) expect(low).toBe(0);
        if (lost === 0) expect(high).toBe(1);
        expect(low).toBeLessThanOrEqual(rate);
        expect(high).toBeGreaterThanOrEqual(rate);
      }),
      // Nothing won, and nothing lost: by the formula alone, rounding gives less than 0, and less than 1.
      {
        examples: [
          [0, 3],
          [4, 0],
        ],
      },
    );
  });

  it("lose no signal between their counts", () => {
    fc.assert(
      fc.property(events, fc.nat(20), (list, open) => {
        let tally = fold(list);
        for (let index = 0; index < open; index += 1) tally = addPublished(tally, { isLate: false });
        expect(publishedCount(tally)).toBe(list.length + open);
        const late = list.filter(({ isLate }) => isLate).length;
        expect(statisticsOf(tally)).toMatchObject({ open, late });
      }),
    );
  });

  it("have a break-even below the win rate exactly if the record gained", () => {
    fc.assert(
      fc.property(events, (list) => {
        const { win_rate, break_even, net } = statisticsOf(fold(list));
        if (win_rate === null || break_even === null) return;
        if (net === 0) expect(win_rate - break_even).toBeCloseTo(0, 12);
        else expect(Math.sign(win_rate - break_even)).toBe(Math.sign(net));
      }),
    );
  });
});

function onTime(payout: number) {
  return (outcome: string): Event => ({ outcome: outcome as Ended, payout, isLate: false, isOtc: false });
}

function lossesOf({ lost, otc_lost }: Tally): number {
  return lost + otc_lost;
}

function repeat(outcome: Ended, times: number): Ended[] {
  return Array.from({ length: times }, () => outcome);
}

function fold(list: readonly Event[], from: Tally = EMPTY_TALLY): Tally {
  return list.reduce(
    (tally, event) =>
      addOutcome(
        addPublished(tally, event),
        { outcome: event.outcome, isByPrices: false, becameLate: false },
        event,
      ),
    from,
  );
}

/** The textbook definitions, over the whole list. */
function fromWholeList(list: readonly Event[]) {
  const counted = list.filter(
    ({ outcome, isLate, isOtc }) => !outcome.startsWith("void") && !isOtc && !(outcome === "won" && isLate),
  );
  const results = counted.map(
    ({ outcome, payout }) => ({ won: payout, lost: -1, draw: 0, void: 0, void_unpriced: 0 })[outcome],
  );
  const equity = [0];
  for (const result of results) equity.push((equity.at(-1) ?? 0) + result);
  const drawdowns = equity.map((now, index) => Math.max(...equity.slice(0, index + 1)) - now);
  const decided = counted.filter(({ outcome }) => outcome !== "draw").map(({ outcome }) => outcome);
  const streaks = decided
    .join(" ")
    .split("won")
    .map((run) => run.split("lost").length - 1);
  const mean = results.length === 0 ? 0 : (equity.at(-1) ?? 0) / results.length;
  const squares = results.reduce((sum, result) => sum + (result - mean) ** 2, 0);
  const n = results.length;
  return {
    net: equity.at(-1) ?? 0,
    maxDrawdown: Math.max(...drawdowns),
    longestLosingStreak: Math.max(0, ...streaks),
    winRate:
      decided.length === 0 ? null : decided.filter((outcome) => outcome === "won").length / decided.length,
    mean,
    standardError: n < 2 ? 0 : Math.sqrt(squares / (n - 1) / n),
  };
}
