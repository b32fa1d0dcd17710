/**
 * The best win rate to expect among many who only guess: a ranking selects its leader, so luck contributes to the leader's rate.
 */
import { normalTail } from "./normal-tail.ts";

/** Halvings of the range 0.5 to 1: far finer than any displayed rate. */
const HALVINGS = 30;

/**
 * The median of the highest win rate among coin tossers, one for each number of decided signals in `decided` (each at least
 * `LEAST_DECIDED`, because few tosses can give any rate). From 0.5 to 1; null for an empty list. By the normal approximation
 * to the binomial distribution.
 */
export function bestByChance(decided: readonly number[]): number | null {
  if (decided.length === 0) return null;
  let low = 0.5;
  let high = 1;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const rate = (low + high) / 2;
    const areAllBelow = decided.reduce(
      (chance, n) => chance * (1 - normalTail((rate - 0.5) * 2 * Math.sqrt(n))),
      1,
    );
    if (areAllBelow < 0.5) low = rate;
    else high = rate;
  }
  return high;
}
