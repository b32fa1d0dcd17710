/** The transparency log and its witnesses. */

/** The seed of an Ed25519 key (RFC 8032 section 5.1.5). */
export const LOG_KEY_BYTES = 32;

/**
 * Limits for one run of the job that adds entries to the log: 2,000 entries per transaction, below a scheduled worker's 30 s of
 * processor time.
 */
export const LOG_CATCH_UP = { entries: 2_000, maxMs: 20_000 } as const;

/**
 * All witnesses are asked at once, and a worker can wait on six connections: a seventh would be late. One is left to other calls.
 */
export const MAX_WITNESSES = 5;

/** Timeout for all requests to one witness in one run. */
export const WITNESS_DEADLINE_MS = 5_000;

export const MAX_WITNESS_ANSWER_BYTES = 32 * 1024;

/** Length of the reason that a witness, or the receiver of a webhook, gives for a refusal. */
export const MAX_REFUSAL_CHARACTERS = 500;

/**
 * A proof whose entry is missing is retried after this time: by then the checkpoint covers everything committed before the page was
 * rendered, whichever replica answered.
 */
export const PROOF_RETRY_MS = 2_000;

/** A witness that has not answered for this long is reported to the operator; it is asked every minute. */
export const WITNESS_SILENT_MS = 3 * 60 * 1000;
