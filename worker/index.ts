/** Composition root: the only place that joins the gateway and the embedded API. */
import { waitUntil } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { ApiDependencies, createApi } from "./api/api.ts";
import { createMinimumBookmark } from "./api/minimum-bookmark.ts";
import type { Delivery } from "./api/dependencies.ts";
import { createTurns } from "./api/ledger/index.ts";
import { createLogKeys } from "./api/transparency-log/index.ts";
import { announceToRooms } from "./api/live/index.ts";
import { createVapidKeys } from "./api/push/index.ts";
import { apiDetails, apiReadiness } from "./api/readiness.ts";
import { createSigningKeys } from "./api/session/index.ts";
import { consumeDeliveries } from "./delivery-queue.ts";
import { readConfig, type Config, type Env } from "./config.ts";
import { createGateway, type GatewayOptions } from "./gateway/gateway.ts";
import { isUpstreamReachable } from "./gateway/health.ts";
import { createEdgeCache } from "./gateway/pages/edge-cache.ts";
import { createPageCache, type PageCache } from "./gateway/pages/page-cache.ts";
import { pagesVersion } from "./gateway/pages/page-settings.ts";
import type { Upstream } from "./gateway/proxy/attempt.ts";
import { GATEWAY_SECRET_HEADER } from "./gateway/proxy/forwarded-headers.ts";
import { startTimer } from "./gateway/timer.ts";
import { createReportingLog } from "./errors/reporting-log.ts";
import type { Log } from "./http/logger.ts";
import { runMinuteJobs, runNightlyJobs, tellOutside } from "./scheduled-jobs.ts";

export { SignalRoom } from "./api/live/index.ts";
export { SignInLimiter } from "./api/session/sign-in-limiter.ts";

/** As in wrangler.toml; the other trigger runs each minute of the day. */
const NIGHTLY_CRON = "* 1-6 * * *";

/** Base URL of the embedded API; never resolved, since the call stays in this process. */
const EMBEDDED_API_BASE_URL = "https://embedded-api.invalid";

/** A cache of its own beside the zone's: nothing else is stored in it. */
const EDGE_CACHE = "pages";

function apiDependencies(
  env: Env,
  config: Config,
  { pageCache, log }: { readonly pageCache: PageCache; readonly log: Log },
): ApiDependencies {
  const signalRoom = env.SIGNAL_ROOM;
  const minimumBookmark = createMinimumBookmark();
  const sleep = (delayMs: number) => scheduler.wait(delayMs);
  const outside = {
    db: drizzle(env.DB),
    now: Date.now,
    log,
    deliveries: env.DELIVERIES,
    vapidKeys: createVapidKeys(config, log),
    logKeys: createLogKeys(config.logSigningKey),
    logConfig: config.log,
  };
  return {
    ...outside,
    minimumBookmark,
    signInLimiter: env.SIGN_IN_LIMITER,
    signalRoom,
    announce(seq) {
      minimumBookmark.raise();
      pageCache.purge();
      waitUntil(announceToRooms({ signalRoom, log }, seq));
      waitUntil(tellOutside(outside));
    },
    signingKeys: createSigningKeys(config.jwtSigningKeys),
    priceConfig: config.prices,
    signUp: config.signUp,
    environment: config.environment,
    isLocal: config.isLocal,
    staffSignIn: config.staffSignIn,
    turnstileSecret: config.turnstile?.secret ?? null,
    origin: config.origin,
    passcodePepper: config.passcodePepper,
    vitalsOneIn: config.vitalsOneIn,
    random: Math.random,
    turns: createTurns({ sleep }),
    sleep,
    waitUntil,
  };
}

function createWorker(env: Env) {
  const config = readConfig(env);
  const log = createReportingLog(config.errorReporting);
  const edge = createEdgeCache({
    open: () => caches.open(EDGE_CACHE),
    version: pagesVersion(config),
    startTimer,
  });
  const pageCache = createPageCache({ now: Date.now, startTimer, log, edge });
  const { runJobs, consume, ...backend } = config.apiBaseUrl
    ? ownBackend(config.apiBaseUrl, config)
    : embeddedBackend(apiDependencies(env, config, { pageCache, log }));
  const gateway = createGateway({
    config,
    assets: env.ASSETS,
    rateLimits: { calls: env.API_RATE, writes: env.API_WRITE_RATE },
    now: Date.now,
    startTimer,
    random: Math.random,
    log,
    pageCache,
    ...backend,
  });
  return { gateway, runJobs, consume };
}

/** What `/api/*` is forwarded to, and its readiness checks. */
interface Backend extends Pick<GatewayOptions, "upstream" | "readiness" | "readDetails"> {
  readonly runJobs: (when: "every_minute" | "nightly") => Promise<void>;
  readonly consume: (batch: MessageBatch<Delivery>) => Promise<void>;
}

/** The operator's own backend; its readiness is the operator's concern. */
function ownBackend(baseUrl: string, { apiPaths, apiCookies, apiSharedSecret }: Config): Backend {
  const upstream: Upstream = {
    baseUrl,
    paths: apiPaths,
    cookies: apiCookies,
    fetch(url, init) {
      if (apiSharedSecret === "") return fetch(url, init);
      const headers = new Headers(init.headers);
      headers.set(GATEWAY_SECRET_HEADER, apiSharedSecret);
      return fetch(url, { ...init, headers });
    },
  };
  return {
    upstream,
    readiness: { upstream: (signal) => isUpstreamReachable(upstream, signal) },
    runJobs: async () => {},
    consume: async () => {},
  };
}

function embeddedBackend(deps: ApiDependencies): Backend {
  let api: ReturnType<typeof createApi> | undefined;
  return {
    upstream: {
      baseUrl: EMBEDDED_API_BASE_URL,
      async fetch(url, init) {
        // A separate module, so that an isolate that only answers from a cache never runs it.
        api ??= (await import("./api/api.ts")).createApi(deps);
        return api.fetch(new Request(url, init));
      },
      isEmbedded: true,
    },
    readiness: apiReadiness(deps),
    readDetails: () => apiDetails(deps),
    runJobs: (when) => (when === "nightly" ? runNightlyJobs(deps) : runMinuteJobs(deps)),
    consume: (batch) => consumeDeliveries(deps, batch),
  };
}

// One worker per environment object: bindings and vars do not change during an isolate's life.
const workers = new WeakMap<Env, ReturnType<typeof createWorker>>();

function workerOf(env: Env): ReturnType<typeof createWorker> {
  let worker = workers.get(env);
  if (!worker) {
    worker = createWorker(env);
    workers.set(env, worker);
  }
  return worker;
}

export default {
  fetch: (request, env, ctx) => workerOf(env).gateway.fetch(request, env, ctx),
  scheduled({ cron }, env, ctx) {
    ctx.waitUntil(workerOf(env).runJobs(cron === NIGHTLY_CRON ? "nightly" : "every_minute"));
  },
  queue: (batch, env) => workerOf(env).consume(batch),
} satisfies ExportedHandler<Env, Delivery>;
