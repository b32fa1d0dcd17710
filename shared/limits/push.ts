/** Limits of push notifications. */

/** Endpoints of Windows' push service, the longest known, have some hundred. */
export const MAX_PUSH_ENDPOINT_CHARACTERS = 2_000;

/** Browsers of one account; a new one replaces the one added longest ago. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;

/**
 * Followers are divided among senders by this number of leading digits of their accounts' ids: a sender has six connections
 * that wait for an answer, and 256 senders reach 100,000 followers in seconds if a push service takes 0.1 s.
 */
export const PUSH_SENDER_DIGITS = 2;

/** Messages of one sender at a time. */
export const PUSHES_AT_ONCE = 6;

/** Read, sent and stored together: this many may be sent twice if a sender breaks off. */
export const PUSH_PAGE = 60;

/**
 * For one run of a sender, with one request per message, of the 10,000 that the platform allows; an alarm may last 15
 * minutes.
 */
export const PUSH_RUN = { messages: 480, maxMs: 60_000 } as const;

/** Time for one message, and bytes read of a refusal. */
export const PUSH_ANSWER = { timeoutMs: 5_000, maxBytes: 4 * 1024 } as const;

/**
 * Waits after failed attempts, unless the push service names one; then the message is given up, as it is when the entry has
 * come.
 */
export const PUSH_RETRY_SECONDS = [2, 10, 30, 60, 120, 300] as const;

/**
 * Signals announced at a time; further ones follow in the next minute. Each takes up to 256 calls, of the 10,000 that the
 * platform allows one run.
 */
export const MAX_ANNOUNCED_SIGNALS = 20;

/** How long a sender waits after a failed run, above all if the database does not answer. */
export const PUSH_PAUSE_MS = 2_000;
