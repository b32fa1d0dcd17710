/** Detects clients that read documents without running their scripts: search engines, link previews, archives, programs. */
import { isbot } from "isbot";
import { MAX_CRAWLER_NAME_CHARACTERS } from "#shared/limits/requests.ts";

/** By the `User-Agent` field. A client without one counts as unknown, not as a crawler. */
export function isCrawler(userAgent: string | undefined): boolean {
  return isbot(userAgent?.slice(0, MAX_CRAWLER_NAME_CHARACTERS));
}
