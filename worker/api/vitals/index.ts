/** What other domains may use of the web vitals: deleting old measurements. */
export { purgeOldVitals } from "./histogram.ts";
