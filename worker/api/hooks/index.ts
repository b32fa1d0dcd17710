/** Door of the hooks: where signals arrive by machine. */
export { createHooksRoutes } from "./routes.ts";
