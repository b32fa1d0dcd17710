/**
 * The verdict on each trader, over all traders at once: e-BH, the method of Benjamini and Hochberg for evidence by betting. On
 * average, at most `WRONG_SHARE` of the verdicts `above` are wrong, however the signals depend on each other.
 */
import { LEAST_COMPARED } from "#shared/limits/sample-sizes.ts";
import type { Verdict } from "#shared/contracts/traders.ts";
import { evidenceOf, type TraderEvidence } from "./evidence.ts";
import type { ReplayState } from "./replay.ts";

export const WRONG_SHARE = 0.05;

/** Less evidence than this is never enough, whatever the others have. */
export const LEAST_EVIDENCE = 1 / WRONG_SHARE;

/** Input of a trader's verdict besides the trader's own record. */
export interface Marks {
  /** Handles that ever published a signal under a price rule, at least `LEAST_COMPARED`. */
  readonly m: number;
  /** Least evidence with the verdict `above`; Infinity if there is none. */
  readonly leastAbove: number;
  /** The same for below. */
  readonly leastBelow: number;
}

/** The evidence that the verdict `above` needs if no other trader has as much. */
export function markOf(m: number): number {
  return m / WRONG_SHARE;
}

/**
 * The least evidence that passes e-BH among m handles; Infinity if none passes. `descending` may omit values below
 * `LEAST_EVIDENCE`.
 */
export function leastCalled(descending: readonly number[], m: number): number {
  // Because of rounding, the last value can be slightly below its mark.
  const last = descending.findLastIndex(
    (evidence, index) => evidence >= Math.max(LEAST_EVIDENCE, m / (WRONG_SHARE * (index + 1))),
  );
  return descending[last] ?? Infinity;
}

/** `compared` is the number of handles that ever published under a price rule; `all` is the evidence of all traders. */
export function marksOf(compared: number, all: readonly TraderEvidence[]): Marks {
  const m = Math.max(compared, LEAST_COMPARED);
  const least = (key: keyof TraderEvidence) =>
    leastCalled(
      all.map((one) => one[key]).toSorted((one, other) => other - one),
      m,
    );
  return { m, leastAbove: least("evidence"), leastBelow: least("evidence_below") };
}

export function verdictOf({ evidence, evidence_below: against }: TraderEvidence, marks: Marks): Verdict {
  if (evidence >= marks.leastAbove) return "above";
  return against >= marks.leastBelow ? "below" : "not_shown";
}

const known = new WeakMap<object, { readonly seq: number; readonly marks: Marks }>();

/** The marks by the entries up to the head; cached per head, because every trader's verdict needs them. */
export function marksByEntries(state: Pick<ReplayState, "traders" | "head">): Marks {
  const seq = state.head?.seq ?? 0;
  const last = known.get(state);
  if (last?.seq === seq) return last.marks;
  const traders = [...state.traders.values()];
  const marks = marksOf(
    traders.filter(({ isCompared }) => isCompared).length,
    traders.map(({ purses }) => evidenceOf(purses)),
  );
  known.set(state, { seq, marks });
  return marks;
}
