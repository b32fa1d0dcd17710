/** The queue of deliveries, and how long each kind of message waits after a failed attempt. */

/**
 * The platform's bounds. `subrequests` and `cpuMs` are those of one run on the free plan, `operations` those of its day: a message
 * costs three.
 */
export const PLATFORM = {
  messagesInBatch: 100,
  messageBytes: 128 * 1024,
  delaySeconds: 24 * 60 * 60,
  subrequests: 50,
  cpuMs: 10,
  operations: 10_000,
} as const;

/** After so many further attempts of a run that failed, mostly for the database, its message is in the dead-letter queue. */
export const QUEUE_RETRIES = { count: 5, delaySeconds: 10 } as const;

/** What was due so long ago, and was neither made nor put off, is no longer in the queue: a page takes at most 20 s, its retries a minute. */
export const OVERDUE_MS = 2 * 60_000;

/** Pages given to the queue again at a time. */
export const MAX_OVERDUE_PAGES = 1_000;

/**
 * Waits after failed attempts, unless the push service names one; then the message is given up, as it is when the entry has
 * come.
 */
export const PUSH_RETRY_SECONDS = [2, 10, 30, 60, 120, 300] as const;

/** Waits after failed attempts, plus up to a fifth by chance; about a day in total, then a message is given up. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 21_600] as const;

/** Longest `Retry-After` that is honoured: after this an address is tried again. */
export const MAX_PAUSE_MS = 6 * 60 * 60 * 1000;
