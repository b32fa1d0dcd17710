/** Asking sources of prices. */

/** What a source of prices answers has some hundred bytes. */
export const MAX_PRICE_ANSWER_BYTES = 16 * 1024;

/** For one question to a source of prices. */
export const PRICE_ANSWER_MS = 5_000;

/** Questions at a time: a worker has six connections that wait for an answer. */
export const PRICE_QUESTIONS_AT_ONCE = 6;

/** Questions in a row that a source leaves without a usable answer, from which on it is asked no more in this run. */
export const MAX_PRICE_FAILURES = 6;

/** Of one run of the job that settles by prices: it is over before the next begins. */
export const PRICE_RUN = { signals: 1_000, maxMs: 50_000 } as const;

/** For all that is asked when staff settle by hand: below the 5 s that the gateway gives a call. */
export const PRICE_CHECK_MS = 3_000;

/** How long a signal without a price waits to be asked for again: a quarter of the time that it has waited, within these. */
export const PRICE_RETRY_MS = { min: 50_000, max: 60 * 60 * 1000 } as const;
