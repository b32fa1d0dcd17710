/** The embedded API: a second Hono app, reached only through fetch, that follows the conventions of Django REST. */
import { type Context, type Env, Hono } from "hono";
import { routePath } from "hono/route";
import { getPath } from "hono/utils/url";
import { SHOULD_RETRY_HEADER } from "#shared/http/retry.ts";
import { declaredPath } from "#worker/http/api-path.ts";
import { describeError } from "#worker/http/logger.ts";
import { notMigrated } from "#worker/http/not-migrated.ts";
import { notFound, problemResponse } from "#worker/http/problem-answer.ts";
import { createRequestId, REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import { atPrimary } from "./database-sessions.ts";
import type { ApiEnv } from "./dependencies.ts";
import type { MinimumBookmark } from "./minimum-bookmark.ts";
import { LogNotConfiguredError, missingLogKey } from "./transparency-log/index.ts";
import { isMigrated } from "./readiness.ts";
import { createRoutes, type RouteDependencies } from "./routes.ts";
import { missingSecret, SignInNotConfiguredError } from "./session/index.ts";
import { isLastingFault, isStorageFault } from "./storage-fault.ts";
import { createReportSample } from "./vitals/report-sample.ts";

export interface ApiDependencies extends Omit<RouteDependencies, "reportSample"> {
  readonly minimumBookmark: MinimumBookmark;
  readonly environment: "production" | "staging";
  /** One in this many reports of a visit's speed is stored. */
  readonly vitalsOneIn: number;
}

/**
 * Creates the API. Routes are declared with a trailing slash, as in Django, except those of files; each also answers without
 * it (or with it, for files). Errors are `{detail, code}`. The headers of each answer are mutable: the gateway sets its own
 * on them, and forbids caching. The request id is the gateway's `X-Request-Id`. If a secret is missing, this is logged once,
 * and every call that needs it answers 503.
 */
export function createApi(deps: ApiDependencies): Hono<ApiEnv> {
  deps.waitUntil(reportMissingSecrets(deps));
  const api = new Hono<ApiEnv>({ getPath: (request) => declaredPath(getPath(request)) });
  const { db, minimumBookmark, now, random, vitalsOneIn: oneIn } = deps;

  api.use((c, next) => {
    c.set("requestId", c.req.header(REQUEST_ID_HEADER) ?? createRequestId());
    c.set("db", db);
    c.set("minimumBookmark", minimumBookmark);
    return next();
  });
  api.use((c, next) => (isSafeMethod(c.req.method) ? next() : atPrimary(c, next)));
  api.route("/", createRoutes({ ...deps, reportSample: createReportSample({ now, random, oneIn }) }));
  api.notFound((c) => answerUnrouted(c, allowedMethods(api, c.req.path)));
  api.onError((error, c) => answerError(error, c, deps));
  return api;
}

/** The methods of routes; HEAD and OPTIONS follow from them. */
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Methods that an app answers on a path, which decides between 404 and 405: members of `Allow` (RFC 9110 section 10.2.1) in
 * a fixed order; empty if no route has the path. Middleware does not count as a route.
 */
function allowedMethods<E extends Env>(app: Hono<E>, path: string): string[] {
  const routed = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  if (routed.length === 0) return [];
  return [...routed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

function answerUnrouted(c: Context<ApiEnv>, allowed: readonly string[]): Response {
  if (allowed.length === 0) return notFound();
  const headers = { Allow: allowed.join(", ") };
  if (c.req.method === "OPTIONS") return new Response(null, { status: 204, headers });
  return problemResponse(
    405,
    { detail: `Method "${c.req.method}" not allowed.`, code: "method_not_allowed" },
    headers,
  );
}

async function answerError(error: Error, c: Context<ApiEnv>, deps: ApiDependencies): Promise<Response> {
  // Logged when the app was created; the operator has to fix it, and this request did not cause it.
  if (error instanceof SignInNotConfiguredError) {
    return problemResponse(503, { detail: error.message, code: "sign_in_not_configured" }, LASTING);
  }
  if (error instanceof LogNotConfiguredError) {
    return problemResponse(503, { detail: error.message, code: "log_not_configured" }, LASTING);
  }
  deps.log({
    level: "error",
    event: "api_error",
    requestId: c.var.requestId,
    method: c.req.method,
    route: routePath(c),
    error: describeError(error),
  });
  if (!isStorageFault(error)) {
    return problemResponse(500, { detail: "Internal Server Error", code: "internal_error" }, NOT_AGAIN);
  }
  if (isLastingFault(error)) {
    if (!(await isMigrated(deps.db))) return problemResponse(503, notMigrated(deps.environment), LASTING);
    const detail = "The database does not have what this version asks for.";
    return problemResponse(503, { detail, code: "storage_unavailable" }, LASTING);
  }
  const problem = { detail: "The database is not answering.", code: "storage_unavailable" };
  return problemResponse(503, problem, { "Retry-After": "1" });
}

const NOT_AGAIN = { [SHOULD_RETRY_HEADER]: "false" };

/** For answers that stay the same until somebody has fixed the cause. */
const LASTING = { ...NOT_AGAIN, "Retry-After": "3600" };

async function reportMissingSecrets({ log, logKeys, ...secrets }: ApiDependencies): Promise<void> {
  const secret = missingSecret(secrets);
  if (secret !== null) log({ level: "error", event: "sign_in_not_configured", detail: secret });
  const logKey = await missingLogKey(logKeys);
  if (logKey !== null) log({ level: "error", event: "log_not_configured", detail: logKey });
}
