/** Staff's routes, each behind `requireStaff`. Those of ingest keys are with the hooks. */
import { Hono } from "hono";
import type { MemberEnv } from "#worker/api/session/index.ts";
import { accountRoutes } from "./account-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { inviteRoutes } from "./invite-routes.ts";
import { recordRoutes } from "./record-routes.ts";
import { signalRoutes } from "./signal-routes.ts";

/** To be mounted at `/api`. */
export const adminRoutes = new Hono<MemberEnv>()
  .route("/admin", recordRoutes)
  .route("/admin", signalRoutes)
  .route("/admin", accountRoutes)
  .route("/admin", inviteRoutes)
  .route("/admin", auditRoutes);
