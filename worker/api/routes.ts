/** Every call of the API, and which domain gets what. */
import { Hono } from "hono";
import { type AdminDependencies, adminRoutes } from "./admin/routes.ts";
import { type ApiEnv, provide } from "./dependencies.ts";
import type { IngestDependencies } from "./ingest/dependencies.ts";
import { ingestRoutes } from "./ingest/routes.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import type { LogDependencies } from "./transparency-log/log-config.ts";
import { logRoutes } from "./transparency-log/routes.ts";
import { type LiveDependencies, liveRoutes } from "./live/routes.ts";
import type { OriginDependencies } from "./passkeys/relying-party.ts";
import { ownPasskeyRoutes } from "./passkeys/own-passkey-routes.ts";
import { passkeySignInRoutes } from "./passkeys/sign-in-routes.ts";
import { pricesRoutes } from "./prices/routes.ts";
import { type PushDependencies, pushRoutes } from "./push/routes.ts";
import { profileRoutes } from "./profile/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import type { SessionDependencies } from "./session/index.ts";
import { sessionRoutes } from "./session/session-routes.ts";
import { signalsRoutes } from "./signals/routes.ts";
import { tradersRoutes } from "./traders/routes.ts";
import { type VitalsDependencies, vitalsRoutes } from "./vitals/routes.ts";
import type { WebhookDependencies } from "./webhooks/send-webhook.ts";
import { webhooksRoutes } from "./webhooks/routes.ts";

/** All that the routes need together. */
export type RouteDependencies = AdminDependencies &
  IngestDependencies &
  LiveDependencies &
  LogDependencies &
  OriginDependencies &
  PushDependencies &
  SessionDependencies &
  VitalsDependencies &
  WebhookDependencies;

/** Declaring routes uses none of the dependencies. */
export function createRoutes(deps: RouteDependencies): Hono<ApiEnv> {
  const { db, now, log, signingKeys, staffSignIn, signInLimiter, passcodePepper, signUp } = deps;
  const { priceConfig, isLocal, sleep, random, origin } = deps;
  const caller = { db, now, log, signingKeys, staffSignIn };
  const confirmation = { ...caller, signInLimiter, passcodePepper };
  const session = { ...confirmation, signUp, turnstileSecret: deps.turnstileSecret, sleep };
  const publishing = { priceConfig, announce: deps.announce, turns: deps.turns, sleep, random };
  return new Hono<ApiEnv>()
    .route("/api/auth", provide(sessionRoutes, session))
    .route("/api/auth", provide(passkeySignInRoutes, { ...session, origin }))
    .route("/api", provide(profileRoutes, confirmation))
    .route("/api", provide(ownPasskeyRoutes, { ...confirmation, origin }))
    .route("/api/profile", provide(pushRoutes, { ...caller, isLocal, vapidKeys: deps.vapidKeys }))
    .route("/api", provide(signalsRoutes, { db, now }))
    .route("/api", provide(pricesRoutes, { db, now, priceConfig }))
    .route("/api", provide(tradersRoutes, { db }))
    .route("/api", provide(searchRoutes, { db }))
    .route("/api", provide(ledgerRoutes, { db, now }))
    .route("/api", provide(logRoutes, { ...caller, logConfig: deps.logConfig, logKeys: deps.logKeys }))
    .route("/api", provide(liveRoutes, { db, random, signalRoom: deps.signalRoom }))
    .route("/api", provide(adminRoutes, { ...confirmation, ...publishing, signUp }))
    .route("/api", provide(ingestRoutes, { ...confirmation, ...publishing, waitUntil: deps.waitUntil }))
    .route("/api", provide(vitalsRoutes, { ...caller, reportSample: deps.reportSample }))
    .route("/api/admin", provide(webhooksRoutes, { ...confirmation, isLocal, deliveries: deps.deliveries }));
}
