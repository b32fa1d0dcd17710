/** Door of the admin domain: staff's routes, and the log of what staff do. */
export { type Actor, actorOf, logActIfChanged } from "./audit-log.ts";
export { createAdminRoutes } from "./routes.ts";
