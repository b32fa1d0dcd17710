/** How long pages and answers are kept, and how long rendering waits. */
import { GATEWAY_RETRY } from "./calls.ts";

/** Until all data of a page is there, stalled answers included; a page without it says so. */
export const PAGE_DATA_DEADLINE_MS = GATEWAY_RETRY.totalTimeoutMs;

/** No reader sees what was read from the record longer ago than this: kept documents, and what was fetched ahead. */
export const MAX_STALE_MS = 2_000;

/** The embedded API gives an answer from the record to others for so long after it was read. */
export const KEPT_ANSWER_MS = 1_000;

/** After a change, what other isolates have kept is left alone for so long: they may read a copy of the database that lags. */
export const OTHERS_LAG_MS = 10_000;

/** Largest answer that a page is rendered from; a list of 100 signals takes about 60 KiB. */
export const MAX_PAGE_DATA_BYTES = 2 * 1024 * 1024;

/** Answers of the record that an isolate keeps. Anybody can make up filters without end: what they push out is found again at the location. */
export const MAX_KEPT_ANSWERS = 256;

/** Of these together: an isolate has 128 MB for everything. */
export const MAX_KEPT_ANSWER_BYTES = 4 * 1024 * 1024;

/** Slices that an isolate keeps: some traders in every kind and a few zones; one takes about 100 bytes, an answer seldom more than 50 of them. */
export const MAX_KEPT_SLICES = 500;

/** A part that the backend gains is linked to after at most this long. */
export const ABSENT_PARTS_MS = 5 * 60_000;

/** Between two questions for the backend's parts, where the first is not answered. */
export const ABSENT_PARTS_RETRY_MS = 10_000;

/** The first pages of an isolate wait for so long; without an answer they take everything to be there. */
export const ABSENT_PARTS_WAIT_MS = 1_000;

/** Between two looks for what another request of the isolate is getting: workerd lets no request wait for another's promise. */
export const POLL_MS = 10;

/** Rendering that takes longer, late data included, is cut off; what has been sent stays. */
export const RENDER_DEADLINE_MS = PAGE_DATA_DEADLINE_MS + 3_000;

/** For the location's cache: much longer than one nearby takes, and shorter than a rendering that waits for its data. */
export const MAX_CACHE_LOOKUP_MS = 50;

/** Pages without data live as long as their build, whose id is in the key; until then, a month. */
export const BUILD_LIFE_SECONDS = 30 * 24 * 60 * 60;

/** Data that takes longer is late. Until then the page waits for it, so that its status can still tell a failure. */
export const LATE_AFTER_MS = 200;

/** A page is shown as it is for so long after its data was read, and then, up to `MAX_STALE_MS`, while it is rendered anew. */
export const PAGE_FRESH_MS = 1_000;

/** A rendering may be lost without a word; after this long one of those who wait takes it over. */
export const MAX_RENDERING_MS = 5_000;

/** Pages with longer addresses are rendered each time. */
export const MAX_KEPT_URL_CHARACTERS = 1_024;
