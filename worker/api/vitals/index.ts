/** Door of the web vitals: the routes, and the end of what is kept. */
export { purgeOldVitals } from "./histogram.ts";
export { createVitalsRoutes } from "./routes.ts";
