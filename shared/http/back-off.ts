/** Exponential back-off: the pause before a failed call is retried. */

export interface BackOff {
  /** The first pause. */
  readonly base: number;
  /** The longest. */
  readonly max: number;
}

/**
 * The pause after `failures` failures in a row: the first pause, doubled for each failure but the first, up to the longest; in
 * their unit. `random` from 0 to below 1 makes it full jitter, so that callers that failed together do not retry together.
 */
export function backOff({ base, max }: BackOff, failures: number, random: () => number = () => 1): number {
  return random() * Math.min(max, base * 2 ** failures);
}
