/** In which the gateway passes on the continent of a live reader, under the name by which Cloudflare says it to origins. */
export const CONTINENT_HEADER = "CF-IPContinent";
