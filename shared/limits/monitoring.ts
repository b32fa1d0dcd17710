/** Measurements and error reports. */

/** The last stretch of a histogram holds everything above: from 104 s on, or a layout shift of 13. */
export const MAX_BUCKET = 140;

/** Reports of one address in a window: a reader who opens a page every three seconds. */
export const MAX_REPORTS_PER_ADDRESS = 20;

/** What reports are counted by. */
export const VITALS_WINDOW_MS = 60_000;

/** In all, where the database keeps them: five writes a second. */
export const MAX_REPORTS_IN_DATABASE = 300;

/** In all, where Analytics Engine does: more than an isolate can answer, so that the addresses remembered have a bound. */
export const MAX_REPORTS_IN_ENGINE = 10_000;

/** Told to whoever reports too often: waiting longer than a window helps nobody. */
export const VITALS_RETRY_AFTER_SECONDS = 60;

/** Of the stack of a reported error: enough to see who called. */
export const MAX_STACK_FRAMES = 50;

/** Of a reported text: messages of engines and libraries, which may quote what they were given. */
export const MAX_REPORTED_CHARACTERS = 500;
