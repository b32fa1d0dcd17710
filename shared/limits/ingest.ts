/** Messages of machines that publish signals. */

/** Largest message; TradingView's are far below. */
export const MAX_ALERT_BYTES = 16 * 1024;

/** A stored message is answered within this time: decided on by then, or accepted and decided on right after. */
export const HOOK_ANSWER_MS = 80;

/** A message that states when it was sent, but no `max_lag`, is late after this time. */
export const DEFAULT_MAX_LAG_SECONDS = 60;

/** Repeats of a message that names no time are recognised for this long: TradingView resends for 15 s. */
export const REPEAT_WINDOW_SECONDS = 60;

/** Repeats by an id, with the same asset, direction and times, are recognised for this long: some senders try again for a day. */
export const MESSAGE_ID_WINDOW_SECONDS = 24 * 60 * 60;

/** Names of unknown fields that are stored per key: few enough for staff to look through. */
export const MAX_NAMES_NOT_UNDERSTOOD = 20;

/** Signals that one key can publish in a minute: what a runaway script puts on the record is permanent. */
export const MAX_ALERTS_PER_MINUTE = 60;

/** Refused messages stored per key: few enough for staff to look through. */
export const MAX_REFUSED_MESSAGES = 500;

/** A published message is stored as long as the logs: enough time to check a doubtful signal. */
export const PUBLISHED_MESSAGE_DAYS = 7;

/** Characters of a message that are stored once it is decided on; messages that fit their template have some 300. */
export const MAX_KEPT_CHARACTERS = 2_000;

/** How often the scheduled job, which runs each minute, tries to publish a message: after that most have expired. */
export const MAX_MESSAGE_ATTEMPTS = 10;

/** Length of a message in staff's list; one that fits its template is shorter. */
export const MAX_SHOWN_CHARACTERS = 320;

/** Messages shown beside the keys, and how often they are asked for while they are on the screen. */
export const LAST_MESSAGES = 10;
export const MESSAGES_REFRESH_MS = 3_000;

export const MAX_ALERT_WORDS = 12;

/** Until then the request with a message may still be running: the platform ends it 30 seconds after the answer. */
export const IN_FLIGHT_MS = 30_000;

/** Messages per run: five statements each, well within the limits of a scheduled run. */
export const DRAIN_BATCH = 50;

/** Published messages deleted in one run: more than sixteen keys can publish in a minute. */
export const MESSAGE_PURGE_BATCH = 1_000;

/** The longest field name of a template has three words: `strategy.order.action`. */
export const MAX_FIELD_WORDS = 3;

/** A time of day recurs every day: this distinguishes today's from tomorrow's. */
export const CLOCK_WINDOW_SECONDS = 12 * 60 * 60;

/** Keys in staff's list, revoked ones among them. */
export const MAX_LISTED_KEYS = 500;

/** Levels of names around a field: no template has more, and a message of nothing but brackets must not take longer to parse. */
export const MAX_OUTER_NAMES = 3;

/** An entry nearer than this could not be followed by anyone, and would be late by the time it is on the record. */
export const MIN_ENTRY_MARGIN_MS = 1000;

/** Clocks may differ; a message from further ahead than this is from a clock that cannot be trusted. */
export const MAX_CLOCK_AHEAD_MS = 60_000;

/** Assets of a key that a refusal names, to keep it to one sentence. */
export const MAX_TOLD_ASSETS = 10;
