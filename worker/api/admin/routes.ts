/** Staff's routes, each behind `requireStaff`. Those of ingest keys are with the hooks. */
import { Hono } from "#worker/http/hono.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import type { MemberEnv } from "#worker/api/session/index.ts";
import { createAccountRoutes } from "./account-routes.ts";
import { createAuditRoutes } from "./audit-routes.ts";
import { createRecordRoutes } from "./record-routes.ts";

/** To be mounted at `/api`. */
export function createAdminRoutes(deps: ApiDependencies): Hono<MemberEnv> {
  return new Hono<MemberEnv>()
    .route("/admin", createRecordRoutes(deps))
    .route("/admin", createAccountRoutes(deps))
    .route("/admin", createAuditRoutes(deps));
}
