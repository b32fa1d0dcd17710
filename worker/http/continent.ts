/** Header in which the gateway passes on the continent of a live reader, named as Cloudflare's header for origins. */
export const CONTINENT_HEADER = "CF-IPContinent";
