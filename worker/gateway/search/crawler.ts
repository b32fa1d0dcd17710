/** Who reads documents without running their scripts: search engines, link previews, archives, programs. */
import { isbot } from "isbot";

/** Longer names are cut: matching must stay cheap. */
const MAX_NAME_CHARACTERS = 512;

/** By the `User-Agent` field. Who gives no name is none that we know. */
export function isCrawler(userAgent: string | undefined): boolean {
  return isbot(userAgent?.slice(0, MAX_NAME_CHARACTERS));
}
