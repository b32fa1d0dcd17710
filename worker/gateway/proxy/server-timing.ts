/** What a call to the upstream cost, as a `Server-Timing` field (W3C Server Timing). */

/** One attempt that was tried again. */
export interface Retry {
  /** Status of the answer, or which fault there was instead. */
  readonly cause: string;
  /** The failed attempt and the wait after it. */
  readonly durationMs: number;
}

/** For instance `retry;desc="503";dur=140, upstream;dur=152`: every retry in order, then the whole time at the upstream. */
export function serverTiming(retries: readonly Retry[], totalMs: number): string {
  const lost = retries.map(({ cause, durationMs }) => `retry;desc="${cause}";dur=${Math.round(durationMs)}`);
  return [...lost, `upstream;dur=${Math.round(totalMs)}`].join(", ");
}
