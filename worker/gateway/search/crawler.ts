/** Who reads documents without running their scripts: search engines, link previews, archives, programs. */
import { isbot } from "isbot";
import { MAX_CRAWLER_NAME_CHARACTERS } from "#shared/limits/requests.ts";

/** By the `User-Agent` field. Who gives no name is none that we know. */
export function isCrawler(userAgent: string | undefined): boolean {
  return isbot(userAgent?.slice(0, MAX_CRAWLER_NAME_CHARACTERS));
}
