/**
 * Evidence by betting: the present worth of 1 that was bet on each signal of a trader when it was published. Each of nine purses
 * stakes a fixed share of its balance. Stakes of open signals are not in the balance, so forty equal bets at once do not multiply. If
 * no signal has a positive expectation at its payout, the probability that the evidence ever reaches x is at most 1 / x, at any time
 * and however the signals depend on each other. Only signals that prices decide can raise it.
 */
import type { Correction, Counted, CountedEnding } from "./tally.ts";

/** The share of its balance that each purse stakes. */
export const FRACTIONS = [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5] as const;

/** One amount for each fraction: `above` bet on the trader, `below` against. */
export interface Purses {
  readonly above: readonly number[];
  readonly below: readonly number[];
}

export const FIRST_PURSES: Purses = { above: FRACTIONS.map(() => 1), below: FRACTIONS.map(() => 1) };

/** Maximum balance of a purse, so that no number overflows; any excess is dropped. */
export const MOST_IN_PURSE = 1e100;

/** The stakes on one signal; null once it is final, so that nothing can be paid back or taken back. */
export type Stakes = Purses | null;

/** A bet against a signal risks its payout to gain 1. */
export function stakesOf({ above, below }: Purses, payout: number): Purses {
  return {
    above: paired(FRACTIONS, above, (share, purse) => share * purse),
    below: paired(FRACTIONS, below, (share, purse) => share * payout * purse),
  };
}

/** The purses after a signal was published with these stakes. */
export function betOnPublished(purses: Purses, stakes: Purses): Purses {
  return changed(purses, stakes, { above: -1, below: -1 });
}

/** `isLate` is as of the ending. */
type Bet = Pick<Counted, "payout" | "isLate">;
type Ended = Pick<CountedEnding, "outcome" | "isByPrices">;

/** The purses after an open signal ended. */
export function betOnEnd(purses: Purses, stakes: Stakes, end: Ended & Bet): Purses {
  return stakes ? changed(purses, stakes, returnOf(end)) : purses;
}

/** The purses after a win or draw by hand, which had returned the stakes, was corrected. */
export function betOnCorrection(purses: Purses, stakes: Stakes, { to, ...bet }: Correction & Bet): Purses {
  if (!stakes) return purses;
  const { above, below } = returnOf({ ...bet, outcome: to, isByPrices: false });
  return changed(purses, stakes, { above: above - 1, below: below - 1 });
}

/** The stakes that a later correction needs. */
export function stakesAfter(stakes: Stakes, { outcome, isByPrices }: Ended): Stakes {
  return (outcome === "won" || outcome === "draw") && !isByPrices ? stakes : null;
}

/** The evidence for and against a trader, with the names of its columns. */
export interface TraderEvidence {
  readonly evidence: number;
  readonly evidence_below: number;
}

export function evidenceOf({ above, below }: Purses): TraderEvidence {
  return { evidence: mean(above), evidence_below: mean(below) };
}

/** The return of each bet as a multiple of its stake: 1 has no effect. */
function returnOf({ outcome, isByPrices, isLate, payout }: Ended & Bet): Record<keyof Purses, number> {
  const isDecided = isByPrices && !isLate;
  if (outcome === "lost" || outcome === "void_lost")
    return { above: 0, below: isDecided ? 1 + 1 / payout : 1 };
  return outcome === "won" && isDecided ? { above: 1 + payout, below: 0 } : { above: 1, below: 1 };
}

function changed(purses: Purses, stakes: Purses, times: Record<keyof Purses, number>): Purses {
  const plus = (by: number) => (purse: number, stake: number) =>
    Math.min(MOST_IN_PURSE, Math.max(0, purse + stake * by));
  return {
    above: paired(purses.above, stakes.above, plus(times.above)),
    below: paired(purses.below, stakes.below, plus(times.below)),
  };
}

function paired(
  some: readonly number[],
  others: readonly number[],
  join: (one: number, other: number) => number,
): number[] {
  return some.map((one, index) => join(one, others[index] ?? 0));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
