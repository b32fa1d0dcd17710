/** Limits for writing to the ledger, its checks, the signals that end by deadline, exports. */
import { GATEWAY_RETRY } from "./calls.ts";

/**
 * How long a write to the ledger waits for others. The rest of an attempt's time is for authentication and reads before it,
 * for the last try and for the answer, so that the call does not time out.
 */
export const LEDGER_WAIT_MS = GATEWAY_RETRY.attemptTimeoutMs - 1_500;

/**
 * Entries that the nightly check replays within a worker. 90,000 took 5 s of processor time and 154 MB more in a process that also
 * held the database; the platform gives a worker 128 MB.
 */
export const MAX_NIGHTLY_ENTRIES = 50_000;

/** Between two attempts of a commit that collided with another, with jitter. */
export const COMMIT_RETRY_DELAY_MS = { base: 10, max: 500 } as const;

/** Most rows of a part, so that one request can read them: Cloudflare's free plan allows 50 statements per request. */
export const EXPORT_PART_ROWS = 35_000;

/**
 * No entry is written whose time is later than its writer's clock by more than this, since one of the two clocks is then
 * wrong.
 */
export const MAX_CLOCK_LAG_MS = 60 * 1000;

/** Read at once by the nightly check; a tile has 8 KiB. */
export const CHECKED_TILES_AT_ONCE = 100;

/** Read at once by the nightly checks: about a megabyte. */
export const CHECKED_ROWS_AT_ONCE = 1_000;

/** Polling interval of a writer that waits for its turn: no longer than a write takes; those further back poll less often. */
export const TURN_MS = 5;

/** A writer whose client has left may end silently: the others wait no longer than this for a sign of life. */
export const MAX_WRITER_SILENCE_MS = 1_000;

/**
 * How long the result of a nightly check is valid: an older one is not from the last night, whatever prevented the later
 * ones.
 */
export const CHECK_LASTS_MS = 3 * 24 * 60 * 60 * 1000;

/** Signals that end in one transaction; well within the limits of a scheduled run. */
export const END_BATCH = 100;

/** Such transactions in one run: 2,000 signals a minute. */
export const MAX_OVERDUE_BATCHES = 20;
