/** The member's own account: `/auth/me/` beyond reading, and everything below `/profile/`. */
import { Hono } from "hono";
import type { MemberEnv } from "#worker/api/session/index.ts";
import { accountRoutes } from "./account-routes.ts";
import { followRoutes } from "./follow-routes.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";

/** To be mounted at `/api`. Members only, who change things only as holders of a passcode; nobody reaches what is another's. */
export const profileRoutes = new Hono<MemberEnv>()
  .route("/", accountRoutes)
  .route("/", ownSessionRoutes)
  .route("/", followRoutes);
