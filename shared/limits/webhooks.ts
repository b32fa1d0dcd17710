/** Limits of messages to webhooks. */

/** Each webhook costs some ten statements a minute while there are events, and a worker can wait on six connections. */
export const MAX_WEBHOOKS = 10;

/** Tokens in the addresses of chats and mail services have some hundred. */
export const MAX_WEBHOOK_URL_CHARACTERS = 500;

/** As many as a member can follow. */
export const MAX_WEBHOOK_TRADERS = 100;

/**
 * Timeout for one message: receivers should answer before they process it. Standard Webhooks recommends 15 to 30 s for senders that
 * have the time.
 */
export const WEBHOOK_ANSWER_MS = 10_000;

/** Bytes read of an answer that is not a success; staff see its beginning. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16 * 1024;

/** Consecutive failures after which an address gets nothing more in this run, so that its messages stay in order. */
export const MAX_WEBHOOK_FAILURES = 3;

/** Messages of one run: two requests per message, of the 50 that the platform allows one run on the free plan. */
export const WEBHOOK_MESSAGES = 20;

/** How long messages are signed with both secrets after a rotation. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

/** Ledger entries for which deliveries are created in one transaction. */
export const WEBHOOK_ENTRIES = 500;

/** Older deliveries are not searched. */
export const DELIVERY_DAYS = 30;

/** How often the list is refreshed while a delivery waits for its first attempt. */
export const DELIVERIES_REFRESH_MS = 2_000;

/** Rows deleted in one run: more than ten webhooks get in a minute. */
export const DELIVERY_PURGE_BATCH = 2_000;
