/**
 * How new a copy of the embedded API's database must be to answer a call, as D1 writes it
 * (https://developers.cloudflare.com/d1/best-practices/read-replication/): an answer says it, and the next call may say it back.
 * Of two bookmarks the later one is the greater string (https://developers.cloudflare.com/d1/reference/glossary/).
 */
export const BOOKMARK_HEADER = "X-D1-Bookmark";

const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Null for what is none, whoever says it. */
export function readBookmark(value: string | null | undefined): string | null {
  return value && BOOKMARK.test(value) ? value : null;
}
