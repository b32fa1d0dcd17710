export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Index of the one interval that lies wholly above all others; null if there is none, or if one is missing. */
export function clearlyHighest(intervals: readonly (Interval | null)[]): number | null {
  const known = intervals.filter((interval) => interval !== null);
  if (known.length < Math.max(2, intervals.length)) return null;
  const index = known.findIndex(({ low }, own) =>
    known.every(({ high }, other) => other === own || high < low),
  );
  return index < 0 ? null : index;
}
