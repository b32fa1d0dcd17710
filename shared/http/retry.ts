/** Which failed calls are retried, by whom and when: by only one of browser, gateway and API, so that retries do not multiply. */
import { parseHttpDate } from "./http-date.ts";

/** Statuses that the generic HTTP client and the gateway retry. */
export const RETRIED_STATUSES = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

/**
 * `false` on an answer after which the same call should not be sent again at once: it would fail again, or the gateway has
 * already repeated it.
 */
export const SHOULD_RETRY_HEADER = "X-Should-Retry";

/** Reads the field's value as it was sent, null if absent. */
export function forbidsRetry(field: string | null): boolean {
  return field?.toLowerCase() === "false";
}

/**
 * Milliseconds that a `Retry-After` field asks for, 0 for a date that has passed, null if the field is absent or is neither
 * delta-seconds nor an HTTP-date (RFC 9110 section 10.2.3). `nowMs` is since the epoch.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const field = value?.trim() ?? "";
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const dateMs = parseHttpDate(field, nowMs);
  return dateMs === null ? null : Math.max(0, dateMs - nowMs);
}
