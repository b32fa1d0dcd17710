/** How long pages and answers of the record are cached, and how long rendering waits. */
import { GATEWAY_RETRY } from "./calls.ts";

/** Timeout for all data of a page; afterwards the page says that data is missing. */
export const PAGE_DATA_DEADLINE_MS = GATEWAY_RETRY.totalTimeoutMs;

/** Maximum age of data that a reader gets, in cached documents and answers and in prefetched ones. */
export const MAX_STALE_MS = 2_000;

/**
 * After a change, caches of other isolates are ignored for this time: their data may come from a replica that lags.
 */
export const OTHERS_LAG_MS = 10_000;

/** Largest answer that a page is rendered from; a list of 100 signals takes about 60 KiB. */
export const MAX_PAGE_DATA_BYTES = 2 * 1024 * 1024;

/**
 * Answers with slices that an isolate caches: some traders in every kind and a few zones. A slice takes about 100 bytes; an answer
 * seldom has more than 50.
 */
export const MAX_KEPT_SLICES = 500;

/**
 * Polling interval for a result that another request of the isolate is fetching: workerd lets no request await another's
 * promise.
 */
export const POLL_MS = 10;

/** A rendering that takes longer, late data included, is cut off; what has been sent stays. */
export const RENDER_DEADLINE_MS = PAGE_DATA_DEADLINE_MS + 3_000;

/** Timeout for the location's cache: much longer than a nearby one takes, and shorter than rendering with data. */
export const MAX_CACHE_LOOKUP_MS = 50;

/** Pages without data are cached for a month; the build's id is in the key. */
export const BUILD_LIFE_SECONDS = 30 * 24 * 60 * 60;

/** Data that takes longer is late. Until then the page waits for it, so that its status can still report a failure. */
export const LATE_AFTER_MS = 200;

/**
 * A page is fresh in the cache for this time after its data was read. After that, up to `MAX_STALE_MS`, it is served while it is
 * revalidated.
 */
export const PAGE_FRESH_MS = 1_000;

/** A rendering may be lost silently; after this time one of the waiting requests starts it over. */
export const MAX_RENDERING_MS = 5_000;

/** Pages with longer addresses are not cached. */
export const MAX_KEPT_URL_CHARACTERS = 1_024;
