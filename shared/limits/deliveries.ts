/** The queue of deliveries, and how long each kind of message waits after a failed attempt. */

/**
 * The platform's limits. `subrequests` and `cpuMs` are per run on the free plan, `operations` per day: a message costs three.
 */
export const PLATFORM = {
  messagesInBatch: 100,
  messageBytes: 128 * 1024,
  delaySeconds: 24 * 60 * 60,
  subrequests: 50,
  cpuMs: 10,
  operations: 10_000,
} as const;

/** Retries of a failed run, usually a failure of the database; after that its message goes to the dead-letter queue. */
export const QUEUE_RETRIES = { count: 5, delaySeconds: 10 } as const;

/** A delivery overdue by this much is no longer in the queue: a page takes at most 20 s, its retries a minute. */
export const OVERDUE_MS = 2 * 60_000;

/** Pages put back into the queue at a time. */
export const MAX_OVERDUE_PAGES = 1_000;

/**
 * Pauses after failed attempts, unless the push service asks for another. After the last one, and from the signal's entry on, the
 * message is given up.
 */
export const PUSH_RETRY_SECONDS = [2, 10, 30, 60, 120, 300] as const;

/** Pauses after failed attempts, plus up to a fifth at random; about a day in total, then a message is given up. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 21_600] as const;

/** Longest `Retry-After` that is honoured: after this time an address is tried again. */
export const MAX_PAUSE_MS = 6 * 60 * 60 * 1000;
