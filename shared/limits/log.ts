/** The transparency log, its witnesses and time-stamp authorities. */

/** The seed of an Ed25519 key (RFC 8032 section 5.1.5). */
export const LOG_KEY_BYTES = 32;

/** Of one run of the job that brings an older ledger into the log: below a scheduled worker's 30 s of processor time, 2,000 entries a transaction. */
export const LOG_CATCH_UP = { entries: 2_000, maxMs: 20_000 } as const;

/**
 * All are asked at once, and a worker has six connections that wait for an answer: a seventh waits for one of these, and would be late
 * with it. The sixth is the time-stamp authority's.
 */
export const MAX_WITNESSES = 5;

/** For all that is said with one witness or time-stamp authority in one run; its answer has some hundred to some thousand bytes. */
export const OBSERVER_DEADLINE_MS = 5_000;

export const MAX_OBSERVER_ANSWER_BYTES = 32 * 1024;

/** Of what an observer, or whoever gets a webhook, says of a refusal. */
export const MAX_OBSERVER_WORDS = 500;

/** Commits of this time are shown to the witnesses together. */
export const WITNESS_GATHER_MS = 500;

/** Between two time-stamps, and after one that failed: authorities serve many. */
export const STAMP_INTERVAL_MS = { granted: 60 * 60 * 1000, failed: 10 * 60 * 1000 } as const;

/** A proof that lacks its entry is tried again after this: by then the checkpoint has what was committed before the page was made, whichever replica has answered. */
export const PROOF_RETRY_MS = 2_000;

/** A witness that has not answered for so long is told to the operator; it is asked every minute. */
export const OBSERVER_SILENT_MS = 3 * 60 * 1000;
