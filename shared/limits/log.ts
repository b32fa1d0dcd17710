/** The transparency log, its witnesses and time-stamp authorities. */

/** The seed of an Ed25519 key (RFC 8032 section 5.1.5). */
export const LOG_KEY_BYTES = 32;

/**
 * For one run of the job that adds entries to the log: below a scheduled worker's 30 s of processor time, 2,000
 * entries per transaction.
 */
export const LOG_CATCH_UP = { entries: 2_000, maxMs: 20_000 } as const;

/**
 * All are asked at once, and a worker has six connections that wait for an answer: a seventh would wait for one of these,
 * and be late. The sixth is the time-stamp authority's.
 */
export const MAX_WITNESSES = 5;

/** For all requests to one witness or time-stamp authority in one run; its answer has some hundred to some thousand bytes. */
export const OBSERVER_DEADLINE_MS = 5_000;

export const MAX_OBSERVER_ANSWER_BYTES = 32 * 1024;

/** Length of the text that an observer, or the receiver of a webhook, gives for a refusal. */
export const MAX_OBSERVER_WORDS = 500;

/** Commits within this time are shown to the witnesses together. */
export const WITNESS_GATHER_MS = 500;

/** Between two time-stamps, and after a failed one: authorities serve many clients. */
export const STAMP_INTERVAL_MS = { granted: 60 * 60 * 1000, failed: 10 * 60 * 1000 } as const;

/**
 * A proof that lacks its entry is tried again after this time: by then the checkpoint covers what was committed before the
 * page was made, whichever replica answered.
 */
export const PROOF_RETRY_MS = 2_000;

/** A witness that has not answered for so long is reported to the operator; it is asked every minute. */
export const OBSERVER_SILENT_MS = 3 * 60 * 1000;
