/** What other domains take of prices. */
export { readLatestPrice } from "./price-series.ts";
