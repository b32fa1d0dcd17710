/** Messages of machines that publish signals. */

/** Largest message; TradingView's are far below. */
export const MAX_ALERT_BYTES = 16 * 1024;

/** A stored message is answered within this time: if it is not decided by then, it is accepted and decided right after. */
export const HOOK_ANSWER_MS = 80;

/** A message that states when it was sent, but no `max_lag`, is refused as late after this time. */
export const DEFAULT_MAX_LAG_SECONDS = 60;

/** Repeats of a message that names no time are recognised for this long: TradingView resends for 15 s. */
export const REPEAT_WINDOW_SECONDS = 60;

/** Repeats with the same id, asset, direction and times are recognised for this long: some senders retry for a day. */
export const MESSAGE_ID_WINDOW_SECONDS = 24 * 60 * 60;

/** Names of unknown fields that are stored per key: few enough for staff to look through. */
export const MAX_NAMES_NOT_UNDERSTOOD = 20;

/** Signals that one key can publish in a minute: signals of a runaway script stay on the record for ever. */
export const MAX_ALERTS_PER_MINUTE = 60;

/** Refused messages stored per key: few enough for staff to look through. */
export const MAX_REFUSED_MESSAGES = 500;

/** A published message is stored as long as the logs: enough time to check a doubtful signal. */
export const PUBLISHED_MESSAGE_DAYS = 7;

/** Characters of a message that are stored once it is decided on; messages that fit their template have some 300. */
export const MAX_KEPT_CHARACTERS = 2_000;

/** Attempts of the scheduled job, which runs each minute, to publish a message: after these most have expired. */
export const MAX_MESSAGE_ATTEMPTS = 10;

/** Length of a message in staff's list; one that fits its template is shorter. */
export const MAX_SHOWN_CHARACTERS = 320;

/** Messages shown beside the keys, and how often they are refreshed while visible. */
export const LAST_MESSAGES = 10;
export const MESSAGES_REFRESH_MS = 3_000;

/** Words of a message that is no JSON: a signal needs half as many, and more are a chat. */
export const MAX_ALERT_WORDS = 12;

/** A message's request may still be running for this long: the platform ends it 30 seconds after the answer. */
export const IN_FLIGHT_MS = 30_000;

/** Messages per run: five statements each, well within the limits of a scheduled run. */
export const DRAIN_BATCH = 50;

/** Published messages deleted in one run: more than sixteen keys can publish in a minute. */
export const MESSAGE_PURGE_BATCH = 1_000;

/** The longest field name of a template has three words: `strategy.order.action`. */
export const MAX_FIELD_WORDS = 3;

/** Repeats of a message with a time of day are recognised for this long: the same time tomorrow is another signal. */
export const CLOCK_WINDOW_SECONDS = 12 * 60 * 60;

/** Keys in staff's list, including revoked ones. */
export const MAX_LISTED_KEYS = 500;

/** Levels of nesting around a field: no template has more, and a message of only brackets must not be slow to parse. */
export const MAX_OUTER_NAMES = 3;

/** Nobody could follow an entry that is nearer than this, and it would be late once it is on the record. */
export const MIN_ENTRY_MARGIN_MS = 1000;

/** Clocks may differ by this much; the clock of a message from further ahead cannot be trusted. */
export const MAX_CLOCK_AHEAD_MS = 60_000;

/** Most assets of a key that a refusal names, to keep it to one sentence. */
export const MAX_TOLD_ASSETS = 10;
