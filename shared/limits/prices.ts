/** Limits for requests to price sources. */

/** An answer of a price source has some hundred bytes. */
export const MAX_PRICE_ANSWER_BYTES = 16 * 1024;

/** Timeout for one request to a price source. */
export const PRICE_ANSWER_MS = 5_000;

/** Requests at a time: a worker can wait on six connections. */
export const PRICE_QUESTIONS_AT_ONCE = 6;

/** Consecutive requests without a usable answer after which a source is not asked again in this run. */
export const MAX_PRICE_FAILURES = 6;

/**
 * How long a source may be unreachable before the operator is told: longer than it takes to restart or deploy it, and short enough
 * that readers do not wait long for an outcome.
 */
export const PRICE_SOURCE_DOWN_MS = 10 * 60 * 1000;

/** Limits for one run of the job that settles by prices: it ends before the next begins. */
export const PRICE_RUN = { signals: 1_000, maxMs: 50_000 } as const;

/**
 * Pause before the sources are asked again for a signal without a price: a quarter of the time that it has waited, within these
 * limits.
 */
export const PRICE_RETRY_MS = { min: 50_000, max: 60 * 60 * 1000 } as const;

/** Added to the usual gap between quotes, for the delay of a message and for quotes that come a little late. */
export const LEAD_MARGIN_SECONDS = 5;

/**
 * Prices for the picture of a signal: `points` fill the widest page; a page waits `answerMs` for them at most. One isolate asks
 * `perMinute` times at most, not again within a minute after a failure, and keeps the newest `kept` answers (2 MiB).
 */
export const PRICE_SERIES = { points: 120, answerMs: 1_000, perMinute: 60, kept: 100 } as const;

/** The picture of a signal begins this share of its life before its entry. */
export const LEAD_SHARE = 0.2;
