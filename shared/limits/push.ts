/** Notifications by push. */

/** Those of Windows' push service, the longest known, have some hundred. */
export const MAX_PUSH_ENDPOINT_CHARACTERS = 2_000;

/** Browsers of one account; the one given longest ago goes when another comes. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;

/**
 * Followers are divided among senders by so many first digits of their accounts' ids: a sender has six connections that wait for an answer, and
 * 256 of them reach 100,000 followers in seconds where a push service takes 0.1 s.
 */
export const PUSH_SENDER_DIGITS = 2;

/** Messages of one sender at a time. */
export const PUSHES_AT_ONCE = 6;

/** Read, sent and noted together: what a sender that breaks off may send once more. */
export const PUSH_PAGE = 60;

/** Of one run of a sender, with one request a message, where the platform lets one make 10,000; an alarm may last 15 minutes. */
export const PUSH_RUN = { messages: 480, maxMs: 60_000 } as const;

/** For one message, and read of what refuses it. */
export const PUSH_ANSWER = { timeoutMs: 5_000, maxBytes: 4 * 1024 } as const;

/** Waits after an attempt that failed, where the push service names none; then the message is given up, as it is when the entry has come. */
export const PUSH_RETRY_SECONDS = [2, 10, 30, 60, 120, 300] as const;

/** Signals announced at a time; more come with the next minute. Each takes up to 256 calls, of the 10,000 that the platform lets one run make. */
export const MAX_ANNOUNCED_SIGNALS = 20;

/** A sender waits for so long after a run that has failed, above all where the database does not answer. */
export const PUSH_PAUSE_MS = 2_000;
