/**
 * Decides if a call to the upstream is tried again, and after how long. Pure: the loop is in `forward.ts`. The reasons are in
 * DECISIONS.md.
 */
import { backOff } from "#shared/http/back-off.ts";
import { parseRetryAfter, RETRIED_STATUSES } from "#shared/http/retry.ts";
import { GATEWAY_RETRY, RETRY_BUDGET } from "#shared/limits/calls.ts";

export type AttemptFailure =
  /** `retryAfter`: the field value as sent, null if absent. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfter: string | null }
  /** No answer came. */
  | { readonly kind: "fault" };

export interface FailedAttempt {
  readonly method: string;
  /** Public path, for instance `/api/auth/refresh/`. */
  readonly path: string;
  readonly failure: AttemptFailure;
  /** Which attempt failed; the first is 1. */
  readonly attempt: number;
  /** Since the first attempt began. */
  readonly elapsedMs: number;
  /** Milliseconds since the epoch; places a `Retry-After` date. */
  readonly nowMs: number;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
}

const SESSION_PATHS = "/api/auth/";
const SERVER_FAULT = 500;
const REPEATABLE_CALLS: ReadonlySet<string> = new Set(
  ["login/", "refresh/", "logout/"].map((path) => `POST ${SESSION_PATHS}${path}`),
);

/** `mayRetry` in words, for those who call the API. */
export const RETRIES_IN_WORDS = [
  `The gateway retries calls that get ${[...RETRIED_STATUSES].join(", ")}, at most ${GATEWAY_RETRY.maxRetries} times:`,
  `every GET and HEAD, ${[...REPEATABLE_CALLS].map((call) => `\`${call}\``).join(", ")};`,
  `other calls below \`${SESSION_PATHS}\` if the status is below ${SERVER_FAULT}.`,
  "If there is no answer, only GET and HEAD are retried. Every other call is sent once.",
].join(" ");

/**
 * Milliseconds to wait before the next attempt, or null for none.
 *
 * Back-off has jitter: anywhere from 0 to 100 ms, 200 ms, 400 ms. `Retry-After` is a lower bound: the
 * wait is never shorter than asked. If the upstream asks for more than 5 s, or for more than is left of the 12 s, the
 * gateway does not wait at all: the client gets that answer now, `Retry-After` included, and decides.
 */
export function retryDelayMs(failed: FailedAttempt): number | null {
  if (failed.attempt > GATEWAY_RETRY.maxRetries || !mayRetry(failed)) return null;
  const askedMs =
    failed.failure.kind === "status" ? parseRetryAfter(failed.failure.retryAfter, failed.nowMs) : null;
  if (askedMs !== null && askedMs > GATEWAY_RETRY.maxRetryAfterMs) return null;
  const delayMs = Math.max(backOff(GATEWAY_RETRY.delayMs, failed.attempt - 1, failed.random), askedMs ?? 0);
  return failed.elapsedMs + delayMs < GATEWAY_RETRY.totalTimeoutMs ? delayMs : null;
}

function mayRetry({ method, path, failure }: FailedAttempt): boolean {
  const isRead = method === "GET" || method === "HEAD";
  if (failure.kind === "fault") return isRead;
  const { status } = failure;
  if (!RETRIED_STATUSES.has(status)) return false;
  return (
    isRead ||
    REPEATABLE_CALLS.has(`${method} ${path}`) ||
    (status < SERVER_FAULT && path.startsWith(SESSION_PATHS))
  );
}

/** Limits how many calls may be repeated in all: an upstream that is down must not get several times its load from here. */
export interface RetryBudget {
  /** Counts a call, which earns a fraction of a retry. */
  addCall(): void;
  /** Takes one retry; false if none is left. */
  take(): boolean;
}

/** `now` in milliseconds. */
export function createRetryBudget(now: () => number): RetryBudget {
  const { reserve, perCall, perSecond } = RETRY_BUDGET;
  let retries: number = reserve;
  let filledAtMs = now();
  return {
    addCall() {
      retries = Math.min(reserve, retries + perCall);
    },
    take() {
      const nowMs = now();
      retries = Math.min(reserve, retries + ((nowMs - filledAtMs) / 1_000) * perSecond);
      filledAtMs = nowMs;
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
  };
}
