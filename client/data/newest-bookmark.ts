/** The bookmark tells how fresh an answer must be for this tab: as new as its own writes and the live news it has received. */
import { BOOKMARK_HEADER, readBookmark } from "#shared/http/bookmark.ts";

let newest: string | null = null;

/** Records a bookmark from an answer or a live message. */
export function noteBookmark(value: string | null | undefined): void {
  const bookmark = readBookmark(value);
  if (bookmark !== null && (newest === null || bookmark > newest)) newest = bookmark;
}

/** Adds the bookmark to the headers of a request. */
export function sayBookmark(headers: Headers): void {
  if (newest !== null) headers.set(BOOKMARK_HEADER, newest);
}
