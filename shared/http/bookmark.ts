/**
 * Header for how new a copy of the embedded API's database must be to answer a call, in D1's format
 * (https://developers.cloudflare.com/d1/best-practices/read-replication/): an answer sends it, and the next call may send it
 * back. Of two bookmarks the later one is the greater string (https://developers.cloudflare.com/d1/reference/glossary/).
 */
export const BOOKMARK_HEADER = "X-D1-Bookmark";

const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Null for an invalid value, whoever sent it. */
export function readBookmark(value: string | null | undefined): string | null {
  return value && BOOKMARK.test(value) ? value : null;
}
