/** Messages to webhooks. */

/** Each costs some ten statements a minute while there is news, and a worker has six connections that wait for an answer. */
export const MAX_WEBHOOKS = 10;

/** Tokens in addresses of chats and mail services have some hundred. */
export const MAX_WEBHOOK_URL_CHARACTERS = 500;

/** As many as a member can follow. */
export const MAX_WEBHOOK_TRADERS = 100;

/** For one message: whoever has more to do answers first. Standard Webhooks asks for 15 s at least and 30 s at most of a sender that has time. */
export const WEBHOOK_ANSWER_MS = 10_000;

/** Read of an answer that is no success; staff see its beginning. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16 * 1024;

/** Messages at a time: the other two connections are left to witnesses and prices, whose jobs run beside. */
export const WEBHOOKS_AT_ONCE = 4;

/** Failures in a row from which on an address gets nothing more in this run: what waits for it stays in order. */
export const MAX_WEBHOOK_FAILURES = 3;

/**
 * Of one run, for each webhook: two requests a message, so 2,000 of the 10,000 that the platform lets one run make. Nothing is begun
 * later than this: after a commit the platform gives 30 s, and a run of the minute is over before the next begins.
 */
export const WEBHOOK_RUN = { messages: 100, afterCommitMs: 15_000, everyMinuteMs: 40_000 } as const;

/** Waits after an attempt that failed, before up to a fifth more by chance; about a day in all, then a message is given up. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 21_600] as const;

/** Longest `Retry-After` that is honoured: an address is not silent for longer without being asked again. */
export const MAX_WEBHOOK_PAUSE_MS = 6 * 60 * 60 * 1000;

/** After a rotation both secrets sign for so long. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

/** Ledger entries made into deliveries in one transaction. */
export const WEBHOOK_ENTRIES = 500;

/** Nobody looks for what was sent longer ago. */
export const DELIVERY_DAYS = 30;

/** What waits for its first attempt is on its way: how often the list looks for what came of it. */
export const DELIVERIES_REFRESH_MS = 2_000;

/** Rows dropped in one run: more than ten webhooks get in a minute. */
export const DELIVERY_PURGE_BATCH = 2_000;
