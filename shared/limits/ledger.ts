/** Limits for writing to the ledger, its checks, the signals that end by deadline, exports. */
import { GATEWAY_RETRY } from "./calls.ts";

/**
 * How long a write to the ledger waits for others. The rest of an attempt's time is for authentication and reads before it,
 * for the last try and for the answer, so that the call does not time out.
 */
export const LEDGER_WAIT_MS = GATEWAY_RETRY.attemptTimeoutMs - 1_500;

/** Between two attempts of a commit that collided with another, with jitter. */
export const COMMIT_RETRY_DELAY_MS = { base: 10, max: 500 } as const;

/** Most rows of a part, so that one request can read them: Cloudflare's free plan allows 50 statements per request. */
export const EXPORT_PART_ROWS = 35_000;

/**
 * No entry is written whose time is later than its writer's clock by more than this, since one of the two clocks is then
 * wrong.
 */
export const MAX_CLOCK_LAG_MS = 60 * 1000;

/** That the nightly check reads in one run, with the rows that they are about: about a megabyte of entries. */
export const CHECKED_ENTRIES = 1_000;

/** Signals and traders whose rows are compared in one run at the end, besides those of its entries. */
export const CHECKED_DUE_ROWS = 500;

/** Written by the nightly check in one statement; a text in D1 has two megabytes at most. */
export const CHECKED_STATES_CHARACTERS = 900_000;

/** Nights in which the nightly check reads the whole record again: within 30 days, although two nights may fail. */
export const REREAD_NIGHTS = 28;

export const REREAD_LASTS_MS = 30 * 24 * 60 * 60 * 1000;

/** From one night to the next the nightly check runs each minute of some hours; what is done is done for so long. */
export const CHECK_DONE_MS = 12 * 60 * 60 * 1000;

/** Polling interval of a writer that waits for its turn: no longer than a write takes; those further back poll less often. */
export const TURN_MS = 5;

/** A writer whose client has left may end silently: the others wait no longer than this for a sign of life. */
export const MAX_WRITER_SILENCE_MS = 1_000;

/** A nightly check that has come no further for so long is at fault itself. */
export const CHECK_LASTS_MS = 3 * 24 * 60 * 60 * 1000;

/** Signals that end in one transaction; well within the limits of a scheduled run. */
export const END_BATCH = 100;

/** Such transactions in one run: 2,000 signals a minute. */
export const MAX_OVERDUE_BATCHES = 20;
