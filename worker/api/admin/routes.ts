/** Staff's routes. */
import { Hono } from "hono";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import type { MemberEnv } from "#worker/api/session/index.ts";

/** To be mounted at `/api`. Staff only. */
export function createAdminRoutes(_deps: ApiDependencies): Hono<MemberEnv> {
  return new Hono<MemberEnv>();
}
