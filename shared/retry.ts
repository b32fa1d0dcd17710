/** Who repeats a failed call, and when: one of browser, gateway and API, never one for each try of another. */
import { parseHttpDate } from "./http-date.ts";

/**
 * `false` on an answer to which nobody sends the same call again at once: it would be met again, or the gateway has repeated
 * the call already.
 */
export const SHOULD_RETRY_HEADER = "X-Should-Retry";

/** Reads the field's value as it was sent, null where it is absent. */
export function forbidsRetry(field: string | null): boolean {
  return field?.toLowerCase() === "false";
}

/**
 * Milliseconds that a `Retry-After` field asks for, 0 for a date that has passed, null where the field is absent or is
 * neither delta-seconds nor an HTTP-date (RFC 9110 section 10.2.3). `nowMs` is since the epoch.
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const field = value?.trim() ?? "";
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const dateMs = parseHttpDate(field, nowMs);
  return dateMs === null ? null : Math.max(0, dateMs - nowMs);
}
