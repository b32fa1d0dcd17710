/** Who reads documents without running their scripts: search engines, link previews, archives. */

/**
 * Parts of the names that crawlers give themselves. A browser that is taken for one gets the same document in one piece, so
 * a wide net does no harm; Cubot makes telephones.
 */
const CRAWLER =
  /(?<!cu)bot\b|bot[/;+]|crawl|spider|slurp|facebookexternalhit|embedly|preview|whatsapp|skypeuri|pinterest|ia_archiver|google-inspectiontool|googleother|mediapartners-google|chatgpt-user|bingpreview|yeti|sogou|validator/i;

/** Longer names are cut: matching must stay cheap. */
const MAX_NAME_CHARACTERS = 512;

/** By the `User-Agent` field. Who gives no name is none that we know. */
export function isCrawler(userAgent: string | undefined): boolean {
  return userAgent !== undefined && CRAWLER.test(userAgent.slice(0, MAX_NAME_CHARACTERS));
}
