/**
 * For how long what was read from the API may be shown, and from which moment on none of it may any more. One for all that
 * an isolate keeps, so that everything goes at once.
 */

/** From the moment it was read, data is shown as it is for so long, */
const FRESH_MS = 1_000;
/** and while it is read anew, for so long in all: no reader sees an older record. */
export const STALE_MS = 2_000;

/** `gone` must not be shown. */
export type Age = "fresh" | "stale" | "gone";

/**
 * A purge holds at once in the isolate in which the record was changed. Other isolates and data centres hear nothing of it:
 * there `STALE_MS` is the bound, as far as the clocks of one data centre agree.
 */
export interface Freshness {
  /** `readAtMs`: when the data was asked for, or null where there is none, which is always fresh. */
  readonly of: (readAtMs: number | null) => Age;
  /** The record has changed: whatever was asked for until now is gone. */
  readonly purge: () => void;
  /** How often that has happened. */
  readonly purges: () => number;
}

export function createFreshness(now: () => number): Freshness {
  let purges = 0;
  let purgedAtMs = -Infinity;

  return {
    of(readAtMs) {
      if (readAtMs === null) return "fresh";
      // What was asked for in the same millisecond may have been answered before the change.
      if (readAtMs <= purgedAtMs) return "gone";
      const ageMs = now() - readAtMs;
      // Another machine's clock may be a little ahead, but not by this much.
      if (Math.abs(ageMs) >= STALE_MS) return "gone";
      return ageMs < FRESH_MS ? "fresh" : "stale";
    },
    purge() {
      purges += 1;
      purgedAtMs = now();
    },
    purges: () => purges,
  };
}
