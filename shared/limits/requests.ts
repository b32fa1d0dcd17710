/** Limits for the content of a request, and for the number of requests of one address. */

/** Largest request body the gateway accepts. */
export const MAX_REQUEST_BODY_BYTES = 64 * 1024;

/**
 * How much is read of a body that is too large or refused, so that its sender gets the answer: more than anybody sends by mistake.
 */
export const MAX_UNREAD_BODY_BYTES = 32 * 1024 * 1024;

/** Timeout for a request's body: even a slow mobile network sends the largest in this time. */
export const MAX_BODY_WAIT_MS = 15_000;

/** Maximum nesting of a JSON body; no call needs ten, and Python's parser fails at about a thousand. */
export const MAX_JSON_LEVELS = 64;

/** Largest form of the language switch. */
export const MAX_LANGUAGE_FORM_BYTES = 8 * 1024;

/** Length of an address: far above what browsers send; the platform lets 16 KiB through. */
export const REQUEST_BOUNDS = {
  /** Path and query together. */
  maxAddressCharacters: 8 * 1024,
  maxQueryCharacters: 4 * 1024,
  maxQueryParameters: 64,
} as const;

/**
 * Limits for headers of a request, and of an answer of the upstream: far above what browsers and servers send, far below the
 * 128 KiB that the platform allows.
 */
export const HEADER_BOUNDS = {
  /** Distinct names; the platform adds about twenty of its own to a request. */
  maxFields: 100,
  /** Names and values of all fields together. */
  maxCharacters: 16 * 1024,
} as const;

/**
 * Calls under `/api/` from one client address at one of Cloudflare's locations; IPv6 counts by /64. Repeated in
 * wrangler.toml; a test compares both. Calls for a page or a sitemap count as well; cached pages and files do not.
 */
export const API_RATE = { maxCalls: 1_200, periodSeconds: 60 } as const;

/** Of these, calls that may write; messages to hooks are limited by their key instead. */
export const API_WRITE_RATE = { maxCalls: 300, periodSeconds: 60 } as const;

/** A write that is repeated later than this counts as a new one: no client retries for so long. */
export const IDEMPOTENCY_KEY_DAYS = 30;

/** A longer `Accept-Language` is cut: no browser sends one, and parsing must stay cheap. */
export const MAX_LANGUAGE_HEADER_CHARACTERS = 1024;

/** A UUID has 36. */
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200;

/** Addresses whose counter an isolate remembers: a few dozen KiB. */
export const MAX_KEPT_RATE_KEYS = 500;

/** A longer `User-Agent` is cut: matching must stay cheap. */
export const MAX_CRAWLER_NAME_CHARACTERS = 512;

/** Two years, as lists of preloaded hosts recommend. */
export const HSTS_SECONDS = 63_072_000;

/** RFC 9116 section 2.5.5: less than a year ahead, so that nobody relies on an outdated file. */
export const SECURITY_TEXT_DAYS = 180;
