/**
 * Multiple comparisons: all traders are compared at once, and among many who only guess some are above break-even by luck.
 * So a trader is called above break-even only if Holm's step-down method allows it: the probability of a single wrong such
 * verdict is at most `FAMILY_ERROR`. Compared is everyone with `LEAST_DECIDED` signals won or lost, retired traders too.
 */
import { normalTail } from "./normal-tail.ts";
import type { ReplayState } from "./replay.ts";
import { decidedCount, edgeOf, isAbove, LEAST_DECIDED } from "./statistics.ts";

/** The upper tail outside a two-sided 95 % interval. */
export const FAMILY_ERROR = 0.025;

/** What the verdict on one trader depends on besides the trader's own record. */
export interface Looks {
  /** How many traders were compared. */
  readonly lookedAt: number;
  /** Least edge (`edgeOf`) that is called above break-even; Infinity if none is. */
  readonly leastEdge: number;
}

/**
 * How many of `looks` hypotheses Holm's step-down method rejects at the family-wise error `alpha`. `ascending` are the
 * p-values, of which those above `alpha` may be left out: the i-th smallest is rejected while it is at most alpha / (looks -
 * i + 1), up to the first that is not.
 */
export function holmRejections(ascending: readonly number[], looks: number, alpha: number): number {
  const kept = ascending.findIndex((p, rejected) => p > alpha / (looks - rejected));
  return kept === -1 ? ascending.length : kept;
}

/** From the edges that a single look would call above break-even, greatest first. */
export function looksOf(descending: readonly number[], lookedAt: number): Looks {
  const rejected = holmRejections(descending.map(normalTail), lookedAt, FAMILY_ERROR);
  return { lookedAt, leastEdge: descending[rejected - 1] ?? Infinity };
}

const known = new WeakMap<object, { readonly seq: number; readonly looks: Looks }>();

/** From the entries up to the head; computed once per head, because every trader's figures need it. */
export function looksByEntries(state: Pick<ReplayState, "traders" | "head">): Looks {
  const seq = state.head?.seq ?? 0;
  const last = known.get(state);
  if (last?.seq === seq) return last.looks;
  const tallies = [...state.traders.values()].map(({ tally }) => tally);
  const edges = tallies.map(edgeOf).filter(isAbove);
  const lookedAt = tallies.filter((tally) => decidedCount(tally) >= LEAST_DECIDED).length;
  const looks = looksOf(
    edges.toSorted((one, other) => other - one),
    lookedAt,
  );
  known.set(state, { seq, looks });
  return looks;
}
