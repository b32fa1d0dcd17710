/** Every call of the API. Declaring a route needs no binding, so that the build can read the same table as the worker. */
import { Hono } from "hono";
import { adminRoutes } from "./admin/routes.ts";
import type { ApiEnv } from "./dependencies.ts";
import { ingestRoutes } from "./ingest/routes.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import { logRoutes } from "./transparency-log/routes.ts";
import { liveRoutes } from "./live/routes.ts";
import { ownPasskeyRoutes } from "./passkeys/own-passkey-routes.ts";
import { passkeySignInRoutes } from "./passkeys/sign-in-routes.ts";
import { pricesRoutes } from "./prices/routes.ts";
import { pushRoutes } from "./push/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { sessionRoutes } from "./session/session-routes.ts";
import { signalsRoutes } from "./signals/routes.ts";
import { tradersRoutes } from "./traders/routes.ts";
import { vitalsRoutes } from "./vitals/routes.ts";
import { webhooksRoutes } from "./webhooks/routes.ts";

export const routes = new Hono<ApiEnv>()
  .route("/api/auth", sessionRoutes)
  .route("/api/auth", passkeySignInRoutes)
  .route("/api", profileRoutes)
  .route("/api", ownPasskeyRoutes)
  .route("/api/profile", pushRoutes)
  .route("/api", signalsRoutes)
  .route("/api", pricesRoutes)
  .route("/api", tradersRoutes)
  .route("/api", searchRoutes)
  .route("/api", ledgerRoutes)
  .route("/api", logRoutes)
  .route("/api", liveRoutes)
  .route("/api", adminRoutes)
  .route("/api", ingestRoutes)
  .route("/api", vitalsRoutes)
  .route("/api/admin", webhooksRoutes);
