/** The numbers the product promises. */

/** Language cookie lifetime: 365 days. */
export const LANGUAGE_COOKIE_MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** Attempts of one call that meets a 401: the first and its resends. */
export const MAX_ATTEMPTS_ON_401 = 3;

/** Statuses that the generic HTTP client and the gateway retry. */
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/** Status shown for an error that carries none. */
export const DEFAULT_ERROR_STATUS = 500;

/** Background worker update check. */
export const SERVICE_WORKER_CHECK_INTERVAL_MS = 20_000;

/** A failed page part reloads a path at most once in this window. */
export const CHUNK_RELOAD_WINDOW_MS = 10_000;

/** A page gets the application after this long, even where nobody uses it. */
export const APPLICATION_START_DELAY_MS = 5_000;

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

/** A toast group's layer is given back this long after its last toast left. */
export const TOAST_CLEANUP_DELAY_MS = 200;

/** Click ripple: animation and fallback cleanup. */
export const RIPPLE = { durationMs: 400, cleanupMs: 401 } as const;

/** First day of the week in calendars, 0 = Sunday. */
export const FIRST_DAY_OF_WEEK = 0;

/** Gateway retries. */
export const GATEWAY_RETRY = {
  maxRetries: 3,
  baseDelayMs: 100,
  maxRetryAfterMs: 5_000,
  attemptTimeoutMs: 5_000,
  totalTimeoutMs: 12_000,
} as const;

/**
 * Retries of one isolate in all: while everything fails, an upstream gets a quarter more calls than visitors make, and a small site
 * never meets the bound.
 */
export const RETRY_BUDGET = { reserve: 100, perSecond: 10, perCall: 0.25 } as const;

/**
 * How long a write to the ledger waits for others. The rest of an attempt is for whoever signs in or asks before it, for the last try
 * and for the answer: nobody is told that nothing answered.
 */
export const LEDGER_WAIT_MS = GATEWAY_RETRY.attemptTimeoutMs - 1_500;

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

/** Largest request body the gateway accepts. */
export const MAX_REQUEST_BODY_BYTES = 64 * 1024;

/** What is read of a body that is too large or not wanted, so that its sender gets the answer: more than anybody sends by mistake. */
export const MAX_UNREAD_BODY_BYTES = 32 * 1024 * 1024;

/** Until a request's body is there: even a slow mobile network sends the largest in this time. */
export const MAX_BODY_WAIT_MS = 15_000;

/** Objects and lists of a JSON body within each other; no call needs ten, and Python's parser fails at about a thousand. */
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
 * Headers of a request, and of an answer of the upstream: far above what browsers and servers send, far below the 128 KiB that
 * the platform lets through.
 */
export const HEADER_BOUNDS = {
  /** Distinct names; the platform adds about twenty of its own to a request. */
  maxFields: 100,
  /** Names and values of all fields together. */
  maxCharacters: 16 * 1024,
} as const;

/**
 * Calls under `/api/` from one client address at one of Cloudflare's locations; IPv6 counts by /64. Written once more in
 * wrangler.toml, which a test compares. What is asked for a page or a sitemap counts as well; what is kept and files do not.
 */
export const API_RATE = { maxCalls: 1_200, periodSeconds: 60 } as const;
/** Of these, calls that may write; messages to hooks count by their key instead. */
export const API_WRITE_RATE = { maxCalls: 300, periodSeconds: 60 } as const;

/** Readers that one live room takes: half of the sockets that the platform lets one object hold (32,768). */
export const MAX_LIVE_SOCKETS = 16_000;
/** Of these, of one client address (IPv6: of one /64): enough for an office, and far too few to fill the room. */
export const MAX_LIVE_SOCKETS_PER_ADDRESS = 100;
/** Rooms of one region: two million readers. Their first tells them all in one run, of the 10,000 calls that the platform lets one make. */
export const MAX_LIVE_ROOMS = 128;
/** Rooms asked for one reader, each twice as far as the one before: the last is 127 rooms from the first. */
export const LIVE_ROOMS_TRIED = 8;

/** Longest message of a live reader; a ping has four. */
export const MAX_LIVE_MESSAGE_CHARACTERS = 64;

/** Embedded API sessions (SimpleJWT defaults). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 5 * 60;
export const REFRESH_TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;
export const REFRESH_GRACE_SECONDS = 30;

/** A session's row says no more often than this that it is used: a refresh every five minutes would write there each time. */
export const SESSION_NOTED_EVERY_MS = 60 * 60 * 1000;

/** Databases for refresh tokens: at 2 ms a write, sixteen take more refreshes than the first can be asked about. */
export const MAX_SESSIONS_DBS = 16;

/**
 * How long a session lasts at most, however often it is refreshed: whoever stole one is out by then. A working day for staff, for
 * members the 30 days that NIST SP 800-63B names for a single factor.
 */
export const SESSION_LIFETIME_SECONDS = { member: 30 * 24 * 60 * 60, staff: 12 * 60 * 60 } as const;

/** Sign-in attempts that did not succeed, per account id and per address, in a sliding window. */
export const SIGN_IN_ATTEMPTS_PER_ID = { maxAttempts: 10, windowMs: 15 * 60 * 1000 } as const;
export const SIGN_IN_ATTEMPTS_PER_ADDRESS = { maxAttempts: 50, windowMs: 15 * 60 * 1000 } as const;

/**
 * The same for a device that has signed in with this id's passcode before, and for an open session that confirms something by
 * it: each has its own, which strangers cannot use up. All of an id together, so that many devices are not many guesses.
 */
export const PASSCODE_ATTEMPTS_PER_DEVICE = SIGN_IN_ATTEMPTS_PER_ID;
export const PASSCODE_ATTEMPTS_PER_KNOWN_ID = SIGN_IN_ATTEMPTS_PER_ADDRESS;

/** Attempts on the whole site that did not succeed, from unknown devices: beyond these, each of theirs waits before it is judged. */
export const SIGN_IN_ATTEMPTS_OF_ALL = { maxAttempts: 100, windowMs: 15 * 60 * 1000 } as const;
/** Well below the 5 s that the gateway gives a call. */
export const SIGN_IN_DELAY_MS = 2_000;

/**
 * Accounts that one address makes by itself where everybody may (`SIGN_UP=open`): a carrier's address serves many newcomers, and whoever
 * takes ids that are others' gets no further than by hand.
 */
export const NEW_ACCOUNTS_PER_ADDRESS = { maxAttempts: 10, windowMs: 60 * 60 * 1000 } as const;

/** How long the link of an invite serves: a week's holiday, and no longer in somebody's mailbox. */
export const INVITE_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** How long a device that signed in with a passcode is known; begins anew with each sign-in. */
export const DEVICE_TOKEN_LIFETIME_SECONDS = 180 * 24 * 60 * 60;

/** How long whoever uses a passkey may take, from asking for the challenge: the most that WebAuthn recommends where somebody is verified, halved. */
export const PASSKEY_CHALLENGE_LIFETIME_SECONDS = 5 * 60;

/** How long a member's confirmation by a passkey waits for the act that it is for, which the browser sends right after it. */
export const PASSKEY_CONFIRMATION_LIFETIME_SECONDS = 60;

/** PBKDF2 rounds of a stored passcode: the most that the platform's WebCrypto runs. */
export const PASSCODE_HASH_ITERATIONS = 100_000;

/** Shortest signing key or pepper: as long as the hash (RFC 7518 section 3.2). */
export const MIN_SECRET_BYTES = 32;

/** Largest token answer of the upstream that the gateway reads; two JWTs take a few KiB. */
export const MAX_TOKEN_ANSWER_BYTES = 64 * 1024;

/** `/readyz`: how long a check may take, and how long its answer serves: no watcher becomes a load. */
export const READINESS_DEADLINE_MS = 2_000;
export const READINESS_KEPT_MS = 1_000;

/** Redirects within the upstream that the gateway follows for one attempt. */
export const MAX_UPSTREAM_REDIRECTS = 3;

/**
 * Entries that the nightly check replays within a worker. 90,000 took 5 s of processor time and 154 MB more in a process that also
 * held the database; the platform gives a worker 128 MB.
 */
export const MAX_NIGHTLY_ENTRIES = 50_000;

/** A write that is sent again later than this is a new one: nobody's retry lasts so long. */
export const IDEMPOTENCY_KEY_DAYS = 30;

/**
 * What platforms for binary options offer; staff are told where a signal or a key is beyond it, in case it was mistyped. Below 50 % two
 * of three must win to break even, and none pays more than the stake.
 */
export const USUAL_PAYOUT = { min: 0.5, max: 1 } as const;
/** From entry to expiry: nobody can follow in less than half a minute, and these platforms' contracts end within a day. */
export const USUAL_LIFE_SECONDS = { min: 30, max: 24 * 60 * 60 } as const;

/** The seed of an Ed25519 key (RFC 8032 section 5.1.5). */
export const LOG_KEY_BYTES = 32;

/** Of one run of the job that brings an older ledger into the log: below a scheduled worker's 30 s of processor time, 2,000 entries a transaction. */
export const LOG_CATCH_UP = { entries: 2_000, maxMs: 20_000 } as const;

/**
 * All are asked at once, and a worker has six connections that wait for an answer: a seventh waits for one of these, and would be late
 * with it. The sixth is the time-stamp authority's.
 */
export const MAX_WITNESSES = 5;
/** For all that is said with one witness or time-stamp authority in one run; its answer has some hundred to some thousand bytes. */
export const OBSERVER_DEADLINE_MS = 5_000;
export const MAX_OBSERVER_ANSWER_BYTES = 32 * 1024;
/** Of what an observer, or whoever gets a webhook, says of a refusal. */
export const MAX_OBSERVER_WORDS = 500;
/** Commits of this time are shown to the witnesses together. */
export const WITNESS_GATHER_MS = 500;
/** What a source of prices answers has some hundred bytes. */
export const MAX_PRICE_ANSWER_BYTES = 16 * 1024;
/** For one question to a source of prices. */
export const PRICE_ANSWER_MS = 5_000;
/** Questions at a time: a worker has six connections that wait for an answer. */
export const PRICE_QUESTIONS_AT_ONCE = 6;
/** Questions in a row that a source leaves without a usable answer, from which on it is asked no more in this run. */
export const MAX_PRICE_FAILURES = 6;
/** Of one run of the job that settles by prices: it is over before the next begins. */
export const PRICE_RUN = { signals: 1_000, maxMs: 50_000 } as const;
/** For all that is asked when staff settle by hand: below the 5 s that the gateway gives a call. */
export const PRICE_CHECK_MS = 3_000;
/** How long a signal without a price waits to be asked for again: a quarter of the time that it has waited, within these. */
export const PRICE_RETRY_MS = { min: 50_000, max: 60 * 60 * 1000 } as const;

/** Between two time-stamps, and after one that failed: authorities serve many. */
export const STAMP_INTERVAL_MS = { granted: 60 * 60 * 1000, failed: 10 * 60 * 1000 } as const;

/** Each costs some ten statements a minute while there is news, and a worker has six connections that wait for an answer. */
export const MAX_WEBHOOKS = 10;
/** Tokens in addresses of chats and mail services have some hundred. */
export const MAX_WEBHOOK_URL_CHARACTERS = 500;
/** As many as a member can follow. */
export const MAX_WEBHOOK_TRADERS = 100;
/** For one message: whoever has more to do answers first. Standard Webhooks asks for 15 s at least and 30 s at most of a sender that has time. */
export const WEBHOOK_ANSWER_MS = 10_000;
/** Read of an answer that is no success; staff see its beginning. */
export const MAX_WEBHOOK_ANSWER_BYTES = 16 * 1024;
/** Messages at a time: the other two connections are left to witnesses and prices, whose jobs run beside. */
export const WEBHOOKS_AT_ONCE = 4;
/** Failures in a row from which on an address gets nothing more in this run: what waits for it stays in order. */
export const MAX_WEBHOOK_FAILURES = 3;
/**
 * Of one run, for each webhook: two requests a message, so 2,000 of the 10,000 that the platform lets one run make. Nothing is begun
 * later than this: after a commit the platform gives 30 s, and a run of the minute is over before the next begins.
 */
export const WEBHOOK_RUN = { messages: 100, afterCommitMs: 15_000, everyMinuteMs: 40_000 } as const;
/** Waits after an attempt that failed, before up to a fifth more by chance; about a day in all, then a message is given up. */
export const WEBHOOK_RETRY_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 21_600] as const;
/** Longest `Retry-After` that is honoured: an address is not silent for longer without being asked again. */
export const MAX_WEBHOOK_PAUSE_MS = 6 * 60 * 60 * 1000;
/** After a rotation both secrets sign for so long. */
export const OLD_SECRET_MS = 24 * 60 * 60 * 1000;
/** Ledger entries made into deliveries in one transaction. */
export const WEBHOOK_ENTRIES = 500;
/** Nobody looks for what was sent longer ago. */
export const DELIVERY_DAYS = 30;

/** Those of Windows' push service, the longest known, have some hundred. */
export const MAX_PUSH_ENDPOINT_CHARACTERS = 2_000;
/** Browsers of one account; the one given longest ago goes when another comes. */
export const MAX_PUSH_SUBSCRIPTIONS = 10;
/**
 * Followers are divided among senders by so many first digits of their accounts' ids: a sender has six connections that wait for an answer, and
 * 256 of them reach 100,000 followers in seconds where a push service takes 0.1 s.
 */
export const PUSH_SENDER_DIGITS = 2;
/** Messages of one sender at a time. */
export const PUSHES_AT_ONCE = 6;
/** Read, sent and noted together: what a sender that breaks off may send once more. */
export const PUSH_PAGE = 60;
/** Of one run of a sender, with one request a message, where the platform lets one make 10,000; an alarm may last 15 minutes. */
export const PUSH_RUN = { messages: 480, maxMs: 60_000 } as const;
/** For one message, and read of what refuses it. */
export const PUSH_ANSWER = { timeoutMs: 5_000, maxBytes: 4 * 1024 } as const;
/** Waits after an attempt that failed, where the push service names none; then the message is given up, as it is when the entry has come. */
export const PUSH_RETRY_SECONDS = [2, 10, 30, 60, 120, 300] as const;

/** Rows that a list for staff counts: more say no more to whoever looks for one, and so many index entries are read in milliseconds. */
export const COUNTED_ROWS = 10_000;
