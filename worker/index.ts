/** Composition root: the only place that joins the gateway and the embedded API. */
import { waitUntil } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { createApi } from "./api/api.ts";
import { createKeptAnswers } from "./api/kept-answers.ts";
import { createLeastCopy } from "./api/least-copy.ts";
import type { Database } from "./api/database.ts";
import type { ApiDependencies } from "./api/dependencies.ts";
import { catchUpLog, createTurns } from "./api/ledger/index.ts";
import { createLogKeys } from "./api/log/index.ts";
import { announceToRooms } from "./api/live/index.ts";
import { createVapidKeys } from "./api/push/index.ts";
import { purgeOldKeys } from "./api/admin/write-once.ts";
import { purgeSpentChallenges } from "./api/passkeys/index.ts";
import { apiDetails, apiReadiness } from "./api/readiness.ts";
import { createSigningKeys, purgeExpiredSessions, purgeExpiredTokens } from "./api/session/index.ts";
import { purgeOldVitals } from "./api/vitals/index.ts";
import { purgeOldDeliveries } from "./api/webhooks/purge-deliveries.ts";
import { settleOverdue } from "./api/signals/index.ts";
import { readConfig, type Config, type Env } from "./config.ts";
import { createGateway, type GatewayOptions } from "./gateway/gateway.ts";
import { isUpstreamReachable } from "./gateway/health/readiness.ts";
import { createEdgeCache, type EdgeCache, pagesVersion } from "./gateway/pages/edge-cache.ts";
import { createPageCache, type PageCache } from "./gateway/pages/page-cache.ts";
import type { Upstream } from "./gateway/proxy/attempt.ts";
import { GATEWAY_SECRET_HEADER } from "./gateway/proxy/forwarded-headers.ts";
import { startTimer } from "./gateway/timer.ts";
import { WEBHOOK_RUN, WITNESS_GATHER_MS } from "#shared/limits.ts";
import { createReportingLog } from "./errors/reporting-log.ts";
import { describeError, type Log } from "./http/log.ts";

export { PushSender } from "./api/push/index.ts";
export { SignalRoom } from "./api/live/index.ts";
export { SignInLimiter } from "./api/session/sign-in-limiter.ts";

/** As in wrangler.toml; the other trigger comes once a minute. */
const NIGHTLY_CRON = "7 3 * * *";

/** Where the embedded API stands for; never resolved, the call stays in this process. */
const EMBEDDED_API_BASE_URL = "https://embedded-api.invalid";

/** Of their own beside the zone's cache: nothing else is kept in them. */
const EDGE_CACHE = "pages";
const ANSWER_CACHE = "answers";

function apiDependencies(
  env: Env,
  config: Config,
  { pageCache, log }: { readonly pageCache: PageCache; readonly log: Log },
): ApiDependencies {
  const signalRoom = env.SIGNAL_ROOM;
  const leastCopy = createLeastCopy();
  const keptAnswers = config.isLocal ? null : createKeptAnswers(edgeCache(config, ANSWER_CACHE), Date.now);
  const sleep = (delayMs: number) => scheduler.wait(delayMs);
  const deps: ApiDependencies = {
    db: drizzle(env.DB),
    sessionDbs: sessionDatabases(env, config.sessionsDbCount),
    leastCopy,
    ...(keptAnswers && { keptAnswers }),
    signInLimiter: env.SIGN_IN_LIMITER,
    signalRoom,
    pushSenders: env.PUSH_SENDER,
    vapidKeys: createVapidKeys(config, log),
    announce(seq) {
      leastCopy.raise();
      keptAnswers?.purge();
      pageCache.purge();
      waitUntil(announceToRooms({ signalRoom, log }, seq));
      tellSoon();
    },
    signingKeys: createSigningKeys(config.jwtSigningKeys),
    logKeys: createLogKeys(config.logSigningKey),
    logConfig: config.log,
    priceConfig: config.prices,
    signUp: config.signUp,
    isLocal: config.isLocal,
    staffSignIn: config.staffSignIn,
    turnstileSecret: config.turnstile?.secret ?? null,
    origin: config.origin,
    passcodePepper: config.passcodePepper,
    vitalsEngine: vitalsEngine(env),
    vitalsOneIn: config.vitalsOneIn,
    now: Date.now,
    random: Math.random,
    log,
    turns: createTurns({ sleep }),
    sleep,
    waitUntil,
  };
  const tellSoon = gatherCommits(() =>
    runAll(deps, [
      announceToFollowers(deps),
      showToWitnesses(deps),
      sendMessages(deps, WEBHOOK_RUN.afterCommitMs),
    ]),
  );
  return deps;
}

/** Those beside `DB`, as wrangler.toml binds them. */
function sessionDatabases(env: Env, count: number): readonly Database[] {
  return Array.from({ length: count - 1 }, (_, index) => {
    const name = `SESSIONS_DB_${index + 1}`;
    const binding = env[name];
    if (!isD1(binding)) throw new Error(`Configuration: SESSIONS_DB_COUNT: no database is bound as ${name}`);
    return drizzle(binding);
  });
}

function isD1(binding: unknown): binding is D1Database {
  return typeof binding === "object" && binding !== null && "withSession" in binding;
}

function vitalsEngine({ VITALS_ENGINE: binding }: Env): AnalyticsEngineDataset | null {
  if (binding === undefined) return null;
  if (!isDataset(binding))
    throw new Error("Configuration: VITALS_ENGINE: must be a dataset of Workers Analytics Engine");
  return binding;
}

function isDataset(binding: unknown): binding is AnalyticsEngineDataset {
  return typeof binding === "object" && binding !== null && "writeDataPoint" in binding;
}

/** Runs `work` in the background, a moment after the first of some commits and once for all of these. */
function gatherCommits(work: () => Promise<void>): () => void {
  let untilMs = 0;
  return () => {
    if (Date.now() < untilMs) return;
    untilMs = Date.now() + WITNESS_GATHER_MS;
    waitUntil(scheduler.wait(WITNESS_GATHER_MS).then(work));
  };
}

function edgeCache(config: Config, name: string): EdgeCache {
  return createEdgeCache({ open: () => caches.open(name), version: pagesVersion(config), startTimer });
}

function createWorker(env: Env) {
  const config = readConfig(env);
  const log = createReportingLog(config.errorReporting, { now: Date.now, random: Math.random, waitUntil });
  const edge = edgeCache(config, EDGE_CACHE);
  const pageCache = createPageCache({ now: Date.now, startTimer, log, edge });
  const { runJobs, ...backend } = config.apiBaseUrl
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
  return { gateway, runJobs };
}

/** What `/api/*` is forwarded to, and what must hold for it to serve. */
interface Backend extends Pick<GatewayOptions, "upstream" | "readiness" | "readDetails"> {
  readonly runJobs: (when: "every_minute" | "nightly") => Promise<void>;
}

/** The operator's, who keeps it in order. */
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
  };
}

function embeddedBackend(deps: ApiDependencies): Backend {
  let api: ReturnType<typeof createApi> | undefined;
  return {
    upstream: {
      baseUrl: EMBEDDED_API_BASE_URL,
      async fetch(url, init) {
        // A module of its own, so that an isolate which only answers from a cache never runs it.
        api ??= (await import("./api/api.ts")).createApi(deps);
        return api.fetch(new Request(url, init));
      },
      isEmbedded: true,
    },
    readiness: apiReadiness(deps),
    readDetails: () => apiDetails(deps),
    runJobs: (when) => (when === "nightly" ? runNightlyJob(deps) : runMinuteJobs(deps)),
  };
}

/**
 * What has expired is settled by prices, and what nobody settled in time is ended by its deadline; messages that are still in the inbox are published or refused; sessions, challenges, measurements,
 * keys and messages that are over are forgotten; entries of before the log get into it; live readers get whatever an announcement that failed has
 * kept from them; and followers are told of new signals, the log is shown, and webhooks are sent, to those outside,
 * which nothing else waits for.
 */
async function runMinuteJobs(deps: ApiDependencies): Promise<void> {
  const told = runAll(deps, [
    announceToFollowers(deps),
    showToWitnesses(deps),
    stampLog(deps),
    sendMessages(deps, WEBHOOK_RUN.everyMinuteMs),
  ]);
  await runAll(deps, [
    settleExpired(deps),
    purgeExpiredSessions(deps),
    purgeSpentChallenges(deps),
    purgeOldVitals(deps),
    purgeOldKeys(deps),
    tendInbox(deps),
    purgeOldDeliveries(deps),
    catchUpLog(deps),
  ]);
  await announceToRooms(deps);
  await told;
}

/** What one of them rejects with is logged, and keeps no other from its end. */
async function runAll(
  { log }: Pick<ApiDependencies, "log">,
  jobs: readonly Promise<unknown>[],
): Promise<void> {
  for (const result of await Promise.allSettled(jobs))
    if (result.status === "rejected") logFailedJob(log, result.reason);
}

async function runNightlyJob(deps: ApiDependencies): Promise<void> {
  const { checkRecordNightly } = await import("./api/ledger/nightly-check.ts");
  await runAll(deps, [checkRecordNightly(deps), purgeExpiredTokens(deps)]);
}

function logFailedJob(log: Log, error: unknown): void {
  log({ level: "error", event: "scheduled_job_failed", error: describeError(error) });
}

async function announceToFollowers(deps: ApiDependencies): Promise<void> {
  await (await import("./api/push/announce-signals.ts")).announceSignals(deps);
}

async function showToWitnesses(deps: ApiDependencies): Promise<void> {
  if (deps.logConfig.witnesses.length > 0)
    await (await import("./api/log/show-log.ts")).showToWitnesses(deps);
}

async function stampLog(deps: ApiDependencies): Promise<void> {
  if (deps.logConfig.timestampUrl !== null) await (await import("./api/log/show-log.ts")).stampLog(deps);
}

async function sendMessages(deps: ApiDependencies, maxMs: number): Promise<void> {
  await (await import("./api/webhooks/send-webhooks.ts")).sendWebhooks(deps, maxMs);
}

/** By prices first: what they settle late is not ended by its deadline. */
async function settleExpired(deps: ApiDependencies): Promise<void> {
  const { settleByPrices } = await import("./api/prices/settle-by-prices.ts");
  await settleByPrices(deps).catch((error: unknown) => logFailedJob(deps.log, error));
  await settleOverdue(deps);
}

/** Its code is loaded with the first run: an isolate that only answers requests never runs it. */
async function tendInbox(deps: ApiDependencies): Promise<void> {
  const { drainInbox, purgePublishedMessages } = await import("./api/hooks/drain-inbox.ts");
  await drainInbox(deps);
  await purgePublishedMessages(deps);
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
} satisfies ExportedHandler<Env>;
