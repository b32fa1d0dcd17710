/** Exponential back-off: the pause before a failed call is made again. */

export interface BackOff {
  /** The first pause. */
  readonly base: number;
  /** The longest. */
  readonly max: number;
}

/**
 * The first pause, doubled for each of `failures` that came before the last one, up to the longest; in their unit. `random` from 0 to
 * below 1 makes it full jitter: callers who failed together do not return together.
 */
export function backOff({ base, max }: BackOff, failures: number, random: () => number = () => 1): number {
  return random() * Math.min(max, base * 2 ** failures);
}
