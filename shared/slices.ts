/**
 * The figures of the slices of one record. If a record is sliced often enough, some slice looks good by luck. So a slice is
 * called above break-even only if Holm's method allows it when every trader is compared in as many slices.
 */
import { PAYOUT_STEPS_PER_UNIT } from "./limits/signals.ts";
import type { Slice } from "./contracts/slices.ts";
import type { Statistics } from "./contracts/traders.ts";
import { looksOf } from "./multiple-comparisons.ts";
import { normalTail } from "./normal-tail.ts";
import { decidedCount, edgeOf, isAbove, LEAST_DECIDED, statisticsOf } from "./statistics.ts";
import { EMPTY_TALLY, type Tally } from "./tally.ts";

export interface SliceFigures {
  readonly key: string;
  /** Without meaning for a slice: peak, drawdown and streak, which belong to a whole record in its order. */
  readonly statistics: Statistics;
}

export interface SlicesLookedAt {
  /** Highest lower bound first; ties in their original order. */
  readonly figures: readonly SliceFigures[];
  /** Slices with `LEAST_DECIDED` or more. */
  readonly lookedAt: number;
  /** How many of these would look as good as the best of them if each only broke even; null if there is none. */
  readonly byChance: number | null;
}

/** `traders` is how many traders are compared, each of whom could be sliced as well. */
export function figuresOfSlices(slices: readonly Slice[], traders = 1): SlicesLookedAt {
  const cut = slices.map((slice) => ({ key: slice.key, tally: tallyOf(slice) }));
  const lookedAt = cut.filter(({ tally }) => decidedCount(tally) >= LEAST_DECIDED).length;
  const edges = cut.flatMap(({ tally }) => edgeOf(tally) ?? []).toSorted((one, other) => other - one);
  const { leastEdge } = looksOf(edges.filter(isAbove), lookedAt * Math.max(traders, 1));
  const [best] = edges;
  return {
    figures: cut
      .map(({ key, tally }) => ({ key, statistics: statisticsOf(tally, leastEdge) }))
      .toSorted((one, other) => lowOf(other) - lowOf(one)),
    lookedAt,
    byChance: best === undefined ? null : lookedAt * (best < 0 ? 1 - normalTail(-best) : normalTail(best)),
  };
}

function lowOf({ statistics }: SliceFigures): number {
  return statistics.interval?.low ?? -1;
}

function tallyOf({ won, lost, draw, ...sums }: Slice): Tally {
  const gains = Math.round(sums.gains * PAYOUT_STEPS_PER_UNIT);
  const squared_gains = Math.round(sums.squared_gains * PAYOUT_STEPS_PER_UNIT ** 2);
  const net = gains - lost * PAYOUT_STEPS_PER_UNIT;
  return { ...EMPTY_TALLY, won, lost, draw, gains, squared_gains, net };
}
