/** The member's own account: `/auth/me/` beyond reading, and everything below `/profile/`. */
import { Hono } from "hono";
import type { ConfirmationDependencies, MemberEnv } from "#worker/api/session/index.ts";
import { accountRoutes } from "./own-account-routes.ts";
import { followRoutes } from "./follow-routes.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";

/** To be mounted at `/api`. For members only; most changes need `requireHolder`, and members reach only their own data. */
export const profileRoutes = new Hono<MemberEnv<ConfirmationDependencies>>()
  .route("/", accountRoutes)
  .route("/", ownSessionRoutes)
  .route("/", followRoutes);
