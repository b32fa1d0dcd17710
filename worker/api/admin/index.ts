/** Door of the admin domain: staff's routes, and the audit log. */
export { type Actor, actorOf, logActIfChanged, logActOnAccount } from "./audit-log.ts";
export { createAdminRoutes } from "./routes.ts";
