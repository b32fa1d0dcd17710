/** Limits for writing to the ledger, its checks, the signals that end by deadline, exports. */
import { GATEWAY_RETRY } from "./calls.ts";

/**
 * How long a write to the ledger waits for other writes. The rest of the call's timeout is for authentication and reads before it,
 * the last attempt and the answer.
 */
export const LEDGER_WAIT_MS = GATEWAY_RETRY.attemptTimeoutMs - 1_500;

/** Pause between two attempts of a commit that conflicted with another, with jitter. */
export const COMMIT_RETRY_DELAY_MS = { base: 10, max: 500 } as const;

/** Most rows of an export's part, so that one request can read them: Cloudflare's free plan allows 50 statements per request. */
export const EXPORT_PART_ROWS = 35_000;

/**
 * An entry is not written if its time is later than its writer's clock by more than this: then one of the two clocks is wrong.
 */
export const MAX_CLOCK_LAG_MS = 60 * 1000;

/** Entries that the nightly check reads in one run, with the rows that they concern: about a megabyte. */
export const CHECKED_ENTRIES = 1_000;

/** Signals and traders whose rows are compared at the end of one run, besides those of its entries. */
export const CHECKED_DUE_ROWS = 500;

/** Characters that the nightly check writes in one statement; a text in D1 has two megabytes at most. */
export const CHECKED_STATES_CHARACTERS = 900_000;

/** Nights in which the nightly check reads the whole record again: within 30 days, even if two nights fail. */
export const REREAD_NIGHTS = 28;

export const REREAD_LASTS_MS = 30 * 24 * 60 * 60 * 1000;

/** The nightly check runs each minute of some hours; once it is done, it does not start over for this time. */
export const CHECK_DONE_MS = 12 * 60 * 60 * 1000;

/** Polling interval of the writer whose turn is next: no longer than a write takes; writers further back poll less often. */
export const TURN_MS = 5;

/** A writer whose client has disconnected may end silently: the others wait no longer than this for a sign of life. */
export const MAX_WRITER_SILENCE_MS = 1_000;

/** A nightly check without progress for this long has failed. */
export const CHECK_LASTS_MS = 3 * 24 * 60 * 60 * 1000;

/** Signals that end in one transaction; well within the limits of a scheduled run. */
export const END_BATCH = 100;

/** Such transactions in one run; in total 2,000 signals a minute. */
export const MAX_OVERDUE_BATCHES = 20;
