/**
 * Milliseconds to wait by a `Retry-After` header, at least 0, or null where it is absent or unreadable. Both forms of
 * RFC 9110 section 10.2.3: whole seconds, or an HTTP date held against `nowMs` (milliseconds since the epoch).
 */
export function parseRetryAfter(value: string | null, nowMs: number): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Za-z]{3,9},? /.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
