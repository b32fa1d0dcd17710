/** What a check has found. */
export interface Verdict {
  /** What was verified. */
  readonly lines: readonly string[];
  /** Each in words; empty if everything holds. */
  readonly faults: readonly string[];
}
