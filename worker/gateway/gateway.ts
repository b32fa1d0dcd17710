/** The gateway: a list of everything that a browser can reach. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { requestId } from "hono/request-id";
import { BOOKMARK_HEADER } from "#shared/http/bookmark.ts";
import { ERROR_REPORT_PATH } from "#shared/contracts/error-report.ts";
import { splitUrl } from "#shared/site/page-address.ts";
import { EMBED_ROUTE, LANGUAGE_CHOICE_PATH, OPENAPI_PATH } from "#shared/site/routes.ts";
import { SITE_PARTS } from "#shared/site/site-parts.ts";
import type { Config } from "#worker/config.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { createRequestId, REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";
import { announceBuild, createBuilds } from "./builds/builds.ts";
import { toCanonicalHost } from "./canonical-host.ts";
import type { GatewayEnv } from "./context.ts";
import { createErrorReports } from "./error-reports.ts";
import { createLanguageAssets } from "./language-assets.ts";
import { refuseForeignWrites } from "./foreign-origin.ts";
import { httpsOnly } from "./https-only.ts";
import { CallsThrottled, createCallCounter, THROTTLED, type RateLimits } from "./limits/rate-limit.ts";
import { refuse } from "./limits/refuse.ts";
import { boundRequests } from "./limits/request-bounds.ts";
import { takeUnreadBody } from "./limits/incoming-body.ts";
import { answerLive, createReadiness, type ReadinessChecks } from "./health.ts";
import { createLogHandler, LOG_ROUTE } from "./transparency-log.ts";
import { securityHeaders } from "./security-headers.ts";
import { createLanguageChoice } from "./pages/language-switch.ts";
import { DatabaseNotMigrated, refusalOfNotMigrated } from "./pages/database-not-migrated.ts";
import type { PageCache } from "./pages/page-cache.ts";
import { createEmbeds } from "./pages/embeds.ts";
import { browserSettings } from "./pages/page-settings.ts";
import { createPages, type PagesOptions } from "./pages/pages.ts";
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Upstream } from "./proxy/attempt.ts";
import { createProxy } from "./proxy/proxy.ts";
import { clientGone } from "./proxy/upstream-answer.ts";
import { createIsListed, createRobots, markUnsearchable } from "./search/robots.ts";
import { createSitemaps, RECORD_SITEMAP_ROUTE } from "./search/sitemap.ts";
import { createPublicRecord, PUBLIC_RECORD_ROUTES } from "./public-record.ts";
import { isPublicPath } from "./proxy/upstream-path.ts";
import { createRequestLog } from "./request-log.ts";
import { createSecurityText } from "./security-text.ts";
import { createOriginOf, siteAddress } from "./site-address.ts";
import type { StartTimer } from "./timer.ts";

export interface GatewayOptions {
  readonly config: Config;
  readonly assets: Fetcher;
  /** What `/api/*` is forwarded to. */
  readonly upstream: Upstream;
  readonly rateLimits: RateLimits;
  /** The checks of `/readyz`. */
  readonly readiness: ReadinessChecks;
  /** Further lines of `/readyz`; none if absent. */
  readonly readDetails?: () => Promise<readonly string[]>;
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly random: () => number;
  readonly log: Log;
  /** Purged when the record changes. */
  readonly pageCache: PageCache;
}

export function createGateway({
  config,
  assets,
  upstream,
  rateLimits,
  readiness,
  readDetails = async () => [],
  now,
  startTimer,
  random,
  log,
  pageCache,
}: GatewayOptions): Hono<GatewayEnv> {
  const app = new Hono<GatewayEnv>();
  const originOf = createOriginOf(config.origin);
  const site = config.origin === null ? null : siteAddress(config.origin);
  const isListed = createIsListed(config, site);
  const proxy = createProxy({ upstream, site, now, startTimer, random, log });
  const countCall = createCallCounter({ limits: rateLimits, secret: config.passcodePepper, log });
  const fetchApi = async (c: Context<GatewayEnv>, path: string) => {
    await countCall(c);
    return orGone(c.req.raw.signal, proxy(pageDataRequest(c.req.raw, path), c.get("requestId")));
  };
  const readLanguageAssets = createLanguageAssets(assets);
  const builds = createBuilds({
    assets,
    readLanguageAssets,
    brandName: config.brand.name,
    hasServiceWorker: config.hasServiceWorker,
    absentParts: config.absentParts,
  });
  const sitemaps = createSitemaps({ fetchApi, absentParts: config.absentParts, startTimer, originOf });

  // No header name: a client's own id is not accepted, because it could forge log lines.
  app.use(requestId({ headerName: "", generator: createRequestId }));
  app.use(securityHeaders(config));
  app.use(async function completeAnswer(c, next) {
    await next();
    c.res.headers.set(REQUEST_ID_HEADER, c.get("requestId"));
    announceBuild(c);
    markUnsearchable(c, isListed);
  });
  if (config.logsRequests) app.use(createRequestLog({ log, now }));
  app.use(takeUnreadBody(startTimer));
  app.use(boundRequests(readLanguageAssets));
  app.use(toCanonicalHost(site));
  app.use(httpsOnly(config));
  app.use(refuseForeignWrites);

  const limitCalls: MiddlewareHandler<GatewayEnv> = async function limitCalls(c, next) {
    await countCall(c);
    await next();
  };
  app.use("/api/*", limitCalls);
  app.get(OPENAPI_PATH, builds.openApi);
  // On one's own machine the database is near, and tools write to it without the worker.
  if (upstream.isEmbedded && !config.isLocal) {
    const ask = (c: Context<GatewayEnv>) => {
      const { pathname, search } = splitUrl(c.req.url);
      return proxy(pageDataRequest(c.req.raw, pathname + search), c.get("requestId"));
    };
    app.on("GET", PUBLIC_RECORD_ROUTES, createPublicRecord({ ask, cache: pageCache, now }));
  }
  app.all("/api/*", async (c) => {
    const response = await proxy(c.req.raw, c.get("requestId"));
    if (!upstream.isEmbedded && mayHaveChangedRecord(c.req, response)) pageCache.purge();
    return response;
  });
  app.get("/healthz", answerLive);
  app.get("/readyz", createReadiness({ checks: readiness, readDetails, now, startTimer, log }));
  app.get(
    "/.well-known/security.txt",
    createSecurityText({ contactEmail: config.brand.contactEmail, now, originOf }),
  );
  app.get(LOG_ROUTE, createLogHandler(fetchApi));
  if (config.errorReporting !== null)
    app.post(ERROR_REPORT_PATH, limitCalls, createErrorReports({ startTimer, log }));
  app.get("/sw.js", builds.serviceWorker);
  app.get("/builds/*", builds.manifests);
  app.get("/manifest.webmanifest", builds.webManifest);
  app.get("/robots.txt", createRobots(originOf));
  app.get("/sitemap.xml", sitemaps.index);
  app.get("/sitemap-pages.xml", sitemaps.pages);
  app.get(RECORD_SITEMAP_ROUTE, sitemaps.record);
  app.post(LANGUAGE_CHOICE_PATH, createLanguageChoice(startTimer));
  const pages = {
    client: browserSettings(config, upstream.isEmbedded === true),
    siteOrigin: config.origin,
    environment: config.environment,
    readLanguageAssets,
    isLocal: config.isLocal,
    now,
    startTimer,
    log,
    cache: pageCache,
    fetchApi,
  } satisfies PagesOptions;
  app.get(EMBED_ROUTE, createEmbeds(pages));
  app.get("*", createPages(pages));
  app.notFound(() => {
    const problem = { code: "method_not_allowed", detail: "This address answers GET and HEAD only." };
    return problemResponse(405, problem, { Allow: "GET, HEAD" });
  });
  app.onError((error, c) => {
    if (error instanceof CallsThrottled) return refuse(c, THROTTLED, readLanguageAssets);
    if (error instanceof DatabaseNotMigrated)
      return refuse(c, refusalOfNotMigrated(config), readLanguageAssets);
    if (error === c.req.raw.signal.reason) return clientGone();
    log({
      level: "error",
      event: "request_failed",
      requestId: c.get("requestId"),
      error: describeError(error),
    });
    return problemResponse(500, { code: "internal_error", detail: "Internal Server Error" });
  });
  return app;
}

/** Page data takes the browser's route, through the proxy and with the page's request id, so that there is one data path. */
function pageDataRequest(page: Request, path: string): Request {
  const headers = new Headers({ Accept: "application/json" });
  const address = page.headers.get("CF-Connecting-IP");
  if (address) headers.set("CF-Connecting-IP", address);
  const bookmark = page.headers.get(BOOKMARK_HEADER);
  if (bookmark !== null) headers.set(BOOKMARK_HEADER, bookmark);
  return new Request(new URL(path, page.url), { headers, signal: page.signal });
}

/** Resolves with `clientGone` as soon as the reader leaves, so that others who wait for the rendering of the page notice. */
function orGone(reader: AbortSignal, answer: Promise<Response>): Promise<Response> {
  const { promise: gone, resolve } = Promise.withResolvers<Response>();
  const leave = () => {
    resolve(clientGone());
    void answer.then(cancelBody);
  };
  reader.addEventListener("abort", leave, { once: true });
  return Promise.race([answer, gone]).finally(() => reader.removeEventListener("abort", leave));
}

/**
 * Recognises calls that may have changed the record: whatever staff or a hook wrote. The embedded API reports changes itself,
 * as soon as it has committed; an operator's own backend cannot.
 */
function mayHaveChangedRecord(
  { method, path }: { readonly method: string; readonly path: string },
  { ok }: { readonly ok: boolean },
): boolean {
  return ok && method !== "GET" && method !== "HEAD" && isPublicPath(path, SITE_PARTS.admin);
}
