/**
 * The figures of the slices of one record. If a record is sliced often enough, some slice looks good by luck: so none has a
 * verdict.
 */
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import type { Slice, SliceKind } from "#shared/contracts/slices.ts";
import type { Statistics } from "#shared/contracts/traders.ts";
import { statisticsOf } from "./statistics.ts";
import { EMPTY_TALLY, type Tally } from "./tally.ts";

export interface SliceFigures {
  readonly key: string;
  /** Without meaning for a slice: peak, drawdown and streak, which belong to a whole record in its order. */
  readonly statistics: Statistics;
}

/** Assets with the highest lower bound first; what has an order of its own in that. */
export function figuresOfSlices(by: SliceKind, slices: readonly Slice[]): readonly SliceFigures[] {
  return slices
    .map((slice) => ({ key: slice.key, statistics: statisticsOf(tallyOf(slice)) }))
    .toSorted((one, other) =>
      by === "asset" ? lowOf(other) - lowOf(one) : one.key.localeCompare(other.key, "en", { numeric: true }),
    );
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
