/** Door of the profile: what members do with their own account. */
export { createProfileRoutes } from "./routes.ts";
