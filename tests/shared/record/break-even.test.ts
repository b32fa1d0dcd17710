/** The win rate at which a record neither gains nor loses. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statisticsOf } from "#shared/record/statistics.ts";
import { addOutcome, addPublished, EMPTY_TALLY, type Tally } from "#shared/record/tally.ts";

type Run = readonly [outcome: "won" | "lost" | "draw", times: number, payout?: number];

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
    expect(statistics).toMatchObject({ net: -18 });
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
