/** Limits of messages to webhooks. */

/** Each costs some ten statements a minute while there are events, and a worker has six connections that wait for an answer. */
export const MAX_WEBHOOKS = 10;

/** Tokens in the addresses of chats and mail services have some hundred. */
export const MAX_WEBHOOK_URL_CHARACTERS = 500;

/** As many as a member can follow. */
export const MAX_WEBHOOK_TRADERS = 100;

/**
 * For one message: receivers should answer before they process it. Standard Webhooks recommends 15 to 30 s for a sender that
 * has the time.
 */
export const WEBHOOK_ANSWER_MS = 10_000;

/** Bytes read of an answer that is not a success; staff see its beginning. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16 * 1024;

/** Messages at a time: the other two connections are left to witnesses and prices, whose jobs run at the same time. */
export const WEBHOOKS_AT_ONCE = 4;

/** Consecutive failures after which an address gets nothing more in this run, so that its messages stay in order. */
export const MAX_WEBHOOK_FAILURES = 3;

/**
 * For one run, per webhook: two requests per message, so 2,000 of the 10,000 that the platform allows one run. No message is
 * begun later than this: after a commit the platform allows 30 s, and the run of the minute ends before the next begins.
 */
export const WEBHOOK_RUN = { messages: 100, afterCommitMs: 15_000, everyMinuteMs: 40_000 } as const;

/** Waits after failed attempts, plus up to a fifth by chance; about a day in total, then a message is given up. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 21_600] as const;

/** Longest `Retry-After` that is honoured: after this an address is tried again. */
export const MAX_WEBHOOK_PAUSE_MS = 6 * 60 * 60 * 1000;

/** How long both secrets sign after a rotation. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

/** Ledger entries made into deliveries in one transaction. */
export const WEBHOOK_ENTRIES = 500;

/** Older deliveries are not looked for. */
export const DELIVERY_DAYS = 30;

/** How often the list is refreshed while a delivery waits for its first attempt. */
export const DELIVERIES_REFRESH_MS = 2_000;

/** Rows deleted in one run: more than ten webhooks get in a minute. */
export const DELIVERY_PURGE_BATCH = 2_000;
