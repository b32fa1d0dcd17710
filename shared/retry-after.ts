/** `Retry-After` as an answer carries it. */
import { parseHttpDate } from "./http-date.ts";

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
