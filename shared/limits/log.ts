/** The transparency log and its witnesses. */

/** The seed of an Ed25519 key (RFC 8032 section 5.1.5). */
export const LOG_KEY_BYTES = 32;

/**
 * For one run of the job that adds entries to the log: below a scheduled worker's 30 s of processor time, 2,000
 * entries per transaction.
 */
export const LOG_CATCH_UP = { entries: 2_000, maxMs: 20_000 } as const;

/**
 * All are asked at once, and a worker has six connections that wait for an answer: a seventh would wait for one of these,
 * and be late. The sixth is left to other calls.
 */
export const MAX_WITNESSES = 5;

/** For all requests to one witness in one run; its answer has some hundred to some thousand bytes. */
export const WITNESS_DEADLINE_MS = 5_000;

export const MAX_WITNESS_ANSWER_BYTES = 32 * 1024;

/** Of the text that a witness, or the receiver of a webhook, gives for a refusal. */
export const MAX_REFUSAL_CHARACTERS = 500;

/**
 * A proof that lacks its entry is tried again after this time: by then the checkpoint covers what was committed before the
 * page was made, whichever replica answered.
 */
export const PROOF_RETRY_MS = 2_000;

/** A witness that has not answered for so long is reported to the operator; it is asked every minute. */
export const WITNESS_SILENT_MS = 3 * 60 * 1000;
