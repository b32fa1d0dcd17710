/** Writing to the ledger, its checks, the signals that end by deadline, exports. */
import { GATEWAY_RETRY } from "./calls.ts";

/**
 * How long a write to the ledger waits for others. The rest of an attempt is for whoever signs in or asks before it, for the last try
 * and for the answer: nobody is told that nothing answered.
 */
export const LEDGER_WAIT_MS = GATEWAY_RETRY.attemptTimeoutMs - 1_500;

/**
 * Entries that the nightly check replays within a worker. 90,000 took 5 s of processor time and 154 MB more in a process that also
 * held the database; the platform gives a worker 128 MB.
 */
export const MAX_NIGHTLY_ENTRIES = 50_000;

/** Between two tries of a commit that met another's, with a part by chance. */
export const COMMIT_RETRY_DELAY_MS = { base: 10, max: 500 } as const;

/** Rows of a part at most, so that one request can read them: Cloudflare allows it 50 statements where nothing is paid. */
export const EXPORT_PART_ROWS = 35_000;

/** No entry is written whose time is later than its writer's clock by more: one of the two clocks is wrong then. */
export const MAX_CLOCK_LAG_MS = 60 * 1000;

/** Read together by the nightly check; a tile has 8 KiB. */
export const CHECKED_TILES_AT_ONCE = 100;

/** Read together by the nightly checks: about a megabyte. */
export const CHECKED_ROWS_AT_ONCE = 1_000;

/** Between two looks of a writer that waits for its turn: no longer than a write takes; who is further back looks less often. */
export const TURN_MS = 5;

/** A writer whose client has left may end without a word: nobody waits longer for a sign of life. */
export const MAX_WRITER_SILENCE_MS = 1_000;

/** A nightly check serves for so long: an older one was not the last night's, whatever kept the others from being made. */
export const CHECK_LASTS_MS = 3 * 24 * 60 * 60 * 1000;

/** Signals that end in one transaction; well within what a scheduled run may spend. */
export const END_BATCH = 100;

/** Such transactions in one run: 2,000 signals a minute. */
export const MAX_OVERDUE_BATCHES = 20;
