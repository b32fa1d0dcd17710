/** Retries, redirects and deadlines of calls: browser to gateway, gateway to upstream. */

/** Attempts of one call that is answered 401: the first and its retries. */
export const MAX_ATTEMPTS_ON_401 = 3;

/** Gateway retries. */
export const GATEWAY_RETRY = {
  maxRetries: 3,
  delayMs: { base: 100, max: 400 },
  maxRetryAfterMs: 5_000,
  attemptTimeoutMs: 5_000,
  totalTimeoutMs: 12_000,
} as const;

/**
 * Retries of one isolate in total: while everything fails, an upstream gets a quarter more calls than visitors make, and a
 * small site never reaches the limit.
 */
export const RETRY_BUDGET = { reserve: 100, perSecond: 10, perCall: 0.25 } as const;

/** Redirects within the upstream that the gateway follows for one attempt. */
export const MAX_UPSTREAM_REDIRECTS = 3;

/** Largest token answer of the upstream that the gateway reads; two JWTs take a few KiB. */
export const MAX_TOKEN_ANSWER_BYTES = 64 * 1024;

/** `/readyz`: how long a check may take, and how long its answer is reused, so that monitoring causes no load. */
export const READINESS_DEADLINE_MS = 2_000;

export const READINESS_KEPT_MS = 1_000;

/** Pause between the browser's retries: doubles from the first, with jitter. */
export const CLIENT_RETRY_DELAY_MS = { base: 300, max: 3_000 } as const;

/** Timeout of a browser's call: longer than the gateway takes in total, so that the gateway's own answer is not cut off. */
export const REQUEST_TIMEOUT_MS = 15_000;

/**
 * Retries by the browser, for errors that do not come from the gateway: no connection, or a failed server in front of it.
 */
export const MAX_CLIENT_RETRIES = 2;

/** Longest `Retry-After` that the browser waits for; for a longer one it shows the error at once, so that no page hangs. */
export const CLIENT_MAX_RETRY_AFTER_MS = 10_000;

/** SWR's: its first pause and its number of retries after the client's own; one call answers all requests within the last one. */
export const SWR_TIMES = { errorRetryInterval: 10_000, errorRetryCount: 5, dedupingInterval: 2_000 } as const;
