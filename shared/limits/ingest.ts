/** Messages of machines that publish signals. */

/** Length of a message in staff's list; one that fits its template is shorter. */
export const MAX_SHOWN_CHARACTERS = 320;

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
