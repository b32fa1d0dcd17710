/** What other domains may use of the prices. */
export { readLatestPrice } from "./price-series.ts";
