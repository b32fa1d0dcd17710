/**
 * What the best of many would show who only guess: a ranking picks its leader, so luck has a share in every leader's rate.
 */
import { normalTail } from "./normal-tail.ts";

/** Halvings of the range 0.5 to 1: far finer than any rate is written. */
const HALVINGS = 30;

/**
 * The highest win rate among coin tossers, one for each number of decided signals in `decided` (each at least
 * `LEAST_DECIDED`: one of a few tosses soon shows any rate at all): it is as likely to be higher as to be lower. From 0.5 to 1; null for nobody. By the normal
 * approximation to the binomial distribution.
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
