/** Lifetimes, intervals and delays of the page in the browser. */

/** Language cookie lifetime: 365 days. */
export const LANGUAGE_COOKIE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Status shown for an error without one. */
export const DEFAULT_ERROR_STATUS = 500;

/** Background worker update check. */
export const SERVICE_WORKER_CHECK_INTERVAL_MS = 20_000;

/** A failed page part reloads a path at most once in this window. */
export const CHUNK_RELOAD_WINDOW_MS = 10_000;

/** A page loads the application after this time, even if nobody uses it. */
export const APPLICATION_START_DELAY_MS = 5_000;

/** Longest wait for an idle browser: one that paints nothing, or too much, may never report that it is idle. */
export const MAX_IDLE_WAIT_MS = 2_000;

/** Manifest prefetch starts this long after the page is ready. */
export const MANIFEST_PREFETCH_DELAY_MS = 1_000;

/** Loading bar. */
export const LOADING_BAR = {
  throttleMs: 200,
  durationMs: 2_000,
  hideDelayMs: 500,
  resetDelayMs: 400,
  heightPx: 3,
} as const;

/** Stacking order; the style sheet's custom properties repeat these, checked by a test. */
export const LAYERS = { modal: 1100, overlay: 1000, menu: 1000, tooltip: 1100, toastBase: 0 } as const;

/** A toast group's layer is removed this long after its last toast disappeared. */
export const TOAST_CLEANUP_DELAY_MS = 200;

/** How long a toast with news or an error stays. */
export const TOAST_LIFE_MS = 10_000;

/** Click ripple: animation and fallback cleanup. */
export const RIPPLE = { durationMs: 400, cleanupMs: 401 } as const;

/** First day of the week in calendars, 0 = Sunday. */
export const FIRST_DAY_OF_WEEK = 0;

/** Typed input is restored within this time after a reload: older input no longer matters to the visitor. */
export const KEPT_FORM_MS = 60_000;

/**
 * Typed input is restored within this time after a session ended: enough to look for a passcode, but not for ever on a device
 * that the member has left.
 */
export const INTERRUPTED_FORM_MS = 30 * 60_000;

/** How long the service worker may take to state its build. */
export const SERVICE_WORKER_ANSWER_MS = 3_000;

/** Timeout for the cache storage: more than a slow disk needs, and bearable if no answer ever comes. */
export const CACHE_ANSWER_MS = 2_000;

/** How long "Notify me" waits for the service worker, which a first visit may still be installing. */
export const SERVICE_WORKER_READY_MS = 10_000;

/** Longest pause between two failing checks for a new build or service worker, as a multiple of the interval. */
export const MAX_CHECK_SLOWDOWN = 32;

/** Fields that appear later than this after a reload are no longer filled in. */
export const RESTORE_WINDOW_MS = 5_000;

/** Pages that the service worker caches for offline reading; the oldest is removed first. */
export const MAX_OFFLINE_PAGES = 40;

/** Length of the error text that a page shows: enough for a sentence or two; its origin does not limit it. */
export const MAX_PAGE_ERROR_CHARACTERS = 300;

// A platform timer counts in 31 bits; a longer delay would fire at once.
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** After the visitor has agreed to leave a page, no question is shown for this time: enough for another document to load. */
export const LEAVING_MS = 10_000;
