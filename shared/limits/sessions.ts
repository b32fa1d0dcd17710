/** Limits of sign-in, sessions, invites and passkeys. */

/** Embedded API sessions (SimpleJWT defaults). */
export const ACCESS_TOKEN_LIFETIME_SECONDS = 5 * 60;

export const REFRESH_TOKEN_LIFETIME_SECONDS = 24 * 60 * 60;

export const REFRESH_GRACE_SECONDS = 30;

/** The last use of a session is stored at most this often: otherwise each refresh, every five minutes, would write it. */
export const SESSION_NOTED_EVERY_MS = 60 * 60 * 1000;

/**
 * Longest duration of a session, however often it is refreshed; it also ends stolen ones. A working day for staff; for members the
 * 30 days that NIST SP 800-63B names for a single factor.
 */
export const SESSION_LIFETIME_SECONDS = { member: 30 * 24 * 60 * 60, staff: 12 * 60 * 60 } as const;

/** Failed sign-in attempts, per account id and per address, in a sliding window. */
export const SIGN_IN_ATTEMPTS_PER_ID = { maxAttempts: 10, windowMs: 15 * 60 * 1000 } as const;

export const SIGN_IN_ATTEMPTS_PER_ADDRESS = { maxAttempts: 50, windowMs: 15 * 60 * 1000 } as const;

/**
 * The same for a device that has signed in with this id's passcode before, and for an open session that confirms an act by
 * passcode: each has its own limit, which strangers cannot use up. All devices of an id share it, so that many devices get
 * no more guesses.
 */
export const PASSCODE_ATTEMPTS_PER_DEVICE = SIGN_IN_ATTEMPTS_PER_ID;

export const PASSCODE_ATTEMPTS_PER_KNOWN_ID = SIGN_IN_ATTEMPTS_PER_ADDRESS;

/** Failed attempts on the whole site from unknown devices: each further one is delayed before it is checked. */
export const SIGN_IN_ATTEMPTS_OF_ALL = { maxAttempts: 100, windowMs: 15 * 60 * 1000 } as const;

/** Well below the 5 s that the gateway allows a call. */
export const SIGN_IN_DELAY_MS = 2_000;

/**
 * Accounts that one address may create with `SIGN_UP=open`: enough for a carrier's address, which serves many newcomers, but too
 * few to take the ids of others by script.
 */
export const NEW_ACCOUNTS_PER_ADDRESS = { maxAttempts: 10, windowMs: 60 * 60 * 1000 } as const;

/** How long the link of an invite is valid: long enough for a week's holiday, and no longer in a mailbox. */
export const INVITE_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

/** How long a device that signed in with a passcode is known; each sign-in extends it. */
export const DEVICE_TOKEN_LIFETIME_SECONDS = 180 * 24 * 60 * 60;

/**
 * How long the use of a passkey may take, from asking for the challenge: half of the longest time that WebAuthn recommends
 * with user verification.
 */
export const PASSKEY_CHALLENGE_LIFETIME_SECONDS = 5 * 60;

/** How long a confirmation by a passkey stays valid for its act, which the browser sends right after it. */
export const PASSKEY_CONFIRMATION_LIFETIME_SECONDS = 60;

/** PBKDF2 rounds of a stored passcode: the most that the platform's WebCrypto runs. */
export const PASSCODE_HASH_ITERATIONS = 100_000;

/** Shortest signing key or pepper: as long as the hash (RFC 7518 section 3.2). */
export const MIN_SECRET_BYTES = 32;

/** Pause before a retry to load the signed-in user, or to refresh a token after a server error: doubles each time. */
export const SESSION_RETRY_MS = { base: 5_000, max: 60_000 } as const;

/** A token is renewed this long before it expires, so that a request under way does not outlive it. */
export const REFRESH_AHEAD_MS = 10_000;

/** Timeout for a visitor to whom the Turnstile widget shows a question. */
export const TURNSTILE_WAIT_MS = 30_000;

/** The challenge of the passkey button is renewed after this time, so that at least a minute is left to pick a passkey. */
export const PASSKEY_RENEWED_AFTER_MS = (PASSKEY_CHALLENGE_LIFETIME_SECONDS - 60) * 1000;

/** Sessions that a member's export reads at once. */
export const EXPORTED_SESSIONS_AT_ONCE = 1000;

/** Sessions in a member's list: the latest, far more than anybody has devices. */
export const MAX_LISTED_SESSIONS = 100;

/** `Retry-After` of a sign-in while Turnstile's server does not answer. */
export const TURNSTILE_RETRY_AFTER_SECONDS = 10;
