/** Measurements and error reports. */

/** The last bucket of a histogram holds everything above: from 104 s on, or a layout shift of 13. */
export const MAX_BUCKET = 140;

/** Reports of one address per window: a reader who opens a page every three seconds. */
export const MAX_REPORTS_PER_ADDRESS = 20;

/** The window in which reports are counted. */
export const VITALS_WINDOW_MS = 60_000;

/** Reports of all addresses per window: five writes a second. */
export const MAX_REPORTS_PER_WINDOW = 300;

/** Sent to a client that reports too often: waiting longer than a window would not help. */
export const VITALS_RETRY_AFTER_SECONDS = 60;

/** Frames of the stack of a reported error: enough to see the callers. */
export const MAX_STACK_FRAMES = 50;

/** Characters of a line of a stack: some regular expressions take time by the square of its length. */
export const MAX_FRAME_CHARACTERS = 500;

/** Characters of a reported text: messages of engines and libraries, which may quote their input. */
export const MAX_REPORTED_CHARACTERS = 500;
