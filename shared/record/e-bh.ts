/**
 * The verdict on each trader, over all traders at once: e-BH, the method of Benjamini and Hochberg for evidence by betting. Of
 * the traders called above, at most `WRONG_SHARE` are wrong on average, however their signals hang together.
 */
import type { Verdict } from "#shared/contracts/traders.ts";
import { type Evidence, evidenceOf } from "./evidence.ts";
import type { ReplayState } from "./replay.ts";

export const WRONG_SHARE = 0.05;

/** As if there were so many handles at least: else each new one would be a fresh chance for whoever opens them in turn. */
export const LEAST_COMPARED = 20;

/** Below this, no evidence is enough, whatever the others have. */
export const LEAST_EVIDENCE = 1 / WRONG_SHARE;

/** What the verdict on one trader depends on besides the trader's own record. */
export interface Marks {
  /** Handles that ever published a signal under a price rule, at least `LEAST_COMPARED`. */
  readonly m: number;
  /** Least evidence that is called above; Infinity if none is. */
  readonly leastAbove: number;
  /** The same for below. */
  readonly leastBelow: number;
}

/** The mark for a trader who stands high alone. */
export function markOf(m: number): number {
  return m / WRONG_SHARE;
}

/**
 * The least evidence that e-BH calls among m handles; Infinity if none. `descending` may leave out what is below
 * `LEAST_EVIDENCE`.
 */
export function leastCalled(descending: readonly number[], m: number): number {
  // Rounding can take the mark of the last one below.
  const last = descending.findLastIndex(
    (evidence, index) => evidence >= Math.max(LEAST_EVIDENCE, m / (WRONG_SHARE * (index + 1))),
  );
  return descending[last] ?? Infinity;
}

/** From how many handles ever published under a price rule, and the evidence of all. */
export function marksOf(compared: number, all: readonly Evidence[]): Marks {
  const m = Math.max(compared, LEAST_COMPARED);
  const least = (key: keyof Evidence) =>
    leastCalled(
      all.map((one) => one[key]).toSorted((one, other) => other - one),
      m,
    );
  return { m, leastAbove: least("evidence"), leastBelow: least("evidence_below") };
}

export function verdictOf({ evidence, evidence_below: against }: Evidence, marks: Marks): Verdict {
  if (evidence >= marks.leastAbove) return "above";
  return against >= marks.leastBelow ? "below" : "not_shown";
}

const known = new WeakMap<object, { readonly seq: number; readonly marks: Marks }>();

/** From the entries up to the head; computed once per head, because every trader's verdict needs it. */
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
