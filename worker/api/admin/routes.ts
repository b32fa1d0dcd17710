/** Staff's routes, each behind `requireStaff`. Those of ingest keys are with the hooks. */
import { Hono } from "hono";
import type { ConfirmationDependencies, SessionDependencies, MemberEnv } from "#worker/api/session/index.ts";
import { accountRoutes } from "./account-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { inviteRoutes } from "./invite-routes.ts";
import { recordRoutes } from "./record-routes.ts";
import type { PriceConfig, PublishingDependencies } from "#worker/api/signals/index.ts";
import { signalRoutes } from "./signal-routes.ts";

export interface AdminDependencies
  extends ConfirmationDependencies, PublishingDependencies, Pick<SessionDependencies, "signUp"> {
  readonly priceConfig: PriceConfig;
}

/** To be mounted at `/api`. */
export const adminRoutes = new Hono<MemberEnv<AdminDependencies>>()
  .route("/admin", recordRoutes)
  .route("/admin", signalRoutes)
  .route("/admin", accountRoutes)
  .route("/admin", inviteRoutes)
  .route("/admin", auditRoutes);
