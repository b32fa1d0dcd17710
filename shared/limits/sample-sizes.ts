/** The least that a figure or a statement is made from. */

/** With fewer wins and losses than this, a sample is too small for any statement. */
export const LEAST_DECIDED = 30;

/** Fewest wins and losses for each sample size in words; below the first, `none`. */
export const SAMPLE_STARTS = { too_few: 1, weak: LEAST_DECIDED, fair: 100, good: 500 } as const;

/** Verdicts assume at least this many handles: otherwise opening one new handle after another would give fresh chances. */
export const LEAST_COMPARED = 20;

/** With fewer signals of a trader, nothing is considered usual. */
export const LEAST_USUAL_SIGNALS = 20;

/** Newest signals whose quotes show the usual gap: at most `most` are read; with fewer than `least` on an asset it is unknown. */
export const MEASURED_SIGNALS = { least: 5, most: 200 } as const;
