/** Limits of push notifications. */

/** Endpoints of Windows' push service, the longest known, have some hundred. */
export const MAX_PUSH_ENDPOINT_CHARACTERS = 2_000;

/** Browsers of one account; a new one replaces the one added longest ago. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;

/** Messages at a time: the connections of one run that may wait for an answer. */
export const PUSHES_AT_ONCE = 6;

/**
 * Browsers notified by one message of the queue; if its run fails, they may be notified twice. Each takes 0.87 ms and one request,
 * of the 10 ms and 50 requests that one run has on the free plan.
 */
export const PUSH_PAGE = 10;

/** Time for one message, and bytes read of a refusal. */
export const PUSH_ANSWER = { timeoutMs: 5_000, maxBytes: 4 * 1024 } as const;

/** How long a signature for a push service is used; it is valid for an hour. */
export const VAPID_REUSE_MS = 30 * 60_000;

/** Push services whose failures an isolate of the worker remembers. */
export const MAX_KNOWN_PUSH_SERVICES = 100;
