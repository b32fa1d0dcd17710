/**
 * The figures of the slices of one record. With enough slices, some look good by luck, so none has a verdict.
 */
import { PAYOUT_STEPS_PER_UNIT } from "#shared/limits/signals.ts";
import type { Slice, SliceKind } from "#shared/contracts/slices.ts";
import type { Statistics } from "#shared/contracts/traders.ts";
import { statisticsOf } from "./statistics.ts";
import { EMPTY_TALLY, type Tally } from "./tally.ts";

export interface SliceFigures {
  readonly key: string;
  /** Peak, drawdown and streak have no meaning here: they need a whole record in its order. */
  readonly statistics: Statistics;
}

/** Assets by lower bound, highest first; other kinds in their natural order. */
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
