/** Door of the web vitals: the routes, and the end of what is kept. */
export { purgeOldVitals } from "./record-vitals.ts";
export { createVitalsRoutes } from "./routes.ts";
