/** Door of the web vitals: the end of what is kept. */
export { purgeOldVitals } from "./histogram.ts";
