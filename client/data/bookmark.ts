/** How new a copy of the record has to be for this tab: as new as what it has written, or heard of by live news. */
import { BOOKMARK_HEADER, readBookmark } from "#shared/bookmark.ts";

let newest: string | null = null;

/** Notes a bookmark, whichever way it came. */
export function noteBookmark(value: string | null | undefined): void {
  const bookmark = readBookmark(value);
  if (bookmark !== null && (newest === null || bookmark > newest)) newest = bookmark;
}

/** Says it to whoever is asked. */
export function sayBookmark(headers: Headers): void {
  if (newest !== null) headers.set(BOOKMARK_HEADER, newest);
}
