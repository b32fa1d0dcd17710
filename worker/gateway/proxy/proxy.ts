/**
 * Everything between browsers and the upstream under `/api/`, in this order: address, method, connection upgrade, body,
 * call, answer.
 */
import { notFound, problemResponse } from "#worker/http/problem-answer.ts";
import { isForeign, refuseForeign } from "#worker/gateway/foreign-origin.ts";
import { refuseHost, siteAddress, type SiteAddress } from "#worker/gateway/site-address.ts";
import { attemptCall, type UpstreamCall } from "./attempt.ts";
import { cookiesForBackend } from "./backend-cookies.ts";
import { forwardCall, type ForwardDependencies } from "./forward.ts";
import { forwardedHeaders } from "./forwarded-headers.ts";
import { addHandshake, isLiveUpgrade } from "./live-upgrade.ts";
import { readRequestBody } from "./forwarded-body.ts";
import { createRetryBudget } from "./retry-policy.ts";
import { answerClient, clientGone } from "./upstream-answer.ts";
import { isPublicPath, parseApiAddress, upstreamUrl, type ApiAddress } from "./upstream-path.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";

/** The dependencies of the proxy; `startTimer` is `worker/gateway/timer.ts` outside of tests. */
export interface ProxyDependencies extends Omit<ForwardDependencies, "retryBudget"> {
  /** The site's address for the upstream; null if it gets that of the request. */
  readonly site: SiteAddress | null;
}

const FORWARDED_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

/**
 * Answers one request under `/api/*`, which carries the client's signal; `requestId` is passed to the upstream and the log.
 * Sets `Server-Timing`, `Cache-Control: no-store` (feeds: `no-cache`) and a policy that lets no answer run as a page.
 */
export type Proxy = (request: Request, requestId: string) => Promise<Response>;

export function createProxy(deps: ProxyDependencies): Proxy {
  const forwardDeps = { ...deps, retryBudget: createRetryBudget(deps.now) };
  return (request, requestId) => proxyRequest(forwardDeps, request, requestId);
}

async function proxyRequest(
  deps: ForwardDependencies & ProxyDependencies,
  request: Request,
  requestId: string,
): Promise<Response> {
  const address = parseApiAddress(request.url);
  const asked = siteAddress(request.url);
  if (asked === null) return refuseHost();
  const site = deps.site ?? asked;
  if (address === null) {
    return problemResponse(400, { detail: "This path cannot be forwarded.", code: "bad_path" });
  }
  if (!isPublicPath(address.path, deps.upstream.paths)) return notFound();
  if (isPreflight(request)) return preflightAnswer();
  if (!FORWARDED_METHODS.has(request.method)) return methodNotAllowed();
  const call = callWithoutBody(deps, request, { address, site, requestId });
  if (isLiveUpgrade(request, address.path)) return connectLive(deps, request, call, requestId);

  const body = await readRequestBody(request, address.path, deps.startTimer).catch(() => clientGone());
  if (body instanceof Response) return body;
  // Parsers interpret media type parameters differently: the upstream must read what was checked.
  if (body.json !== undefined) call.headers.set("Content-Type", "application/json");
  const forwarded = await forwardCall(deps, { ...call, body: body.bytes }, requestId);
  return answerClient(deps, forwarded, { call, sent: body.json, requestId });
}

function callWithoutBody(
  deps: ForwardDependencies,
  request: Request,
  { address, site, requestId }: { address: ApiAddress; site: SiteAddress; requestId: string },
): UpstreamCall {
  const headers = forwardedHeaders(request.headers, { requestId, site });
  const cookie = cookiesForBackend(request.headers.get("Cookie"), deps.upstream.cookies ?? []);
  if (cookie !== null) headers.set("Cookie", cookie);
  return {
    method: request.method,
    path: address.path,
    url: upstreamUrl(deps.upstream.baseUrl, address),
    publicOrigin: site.origin,
    headers,
    body: null,
    client: request,
  };
}

async function connectLive(
  deps: ForwardDependencies,
  request: Request,
  call: UpstreamCall,
  requestId: string,
): Promise<Response> {
  // WebSockets have no preflight: any site could connect from its visitors' browsers.
  if (isForeign(request)) return refuseForeign();
  const upgrade = { ...call, headers: addHandshake(call.headers, request) };
  const startedMs = deps.now();
  const outcome = await attemptCall(deps.upstream, upgrade, GATEWAY_RETRY.attemptTimeoutMs, deps.startTimer);
  const end = outcome.kind === "fault" ? { ...outcome, kind: "unanswered" as const } : outcome;
  return answerClient(
    deps,
    { end, retries: [], totalMs: deps.now() - startedMs },
    { call, sent: undefined, requestId },
  );
}

function isPreflight({ method, headers }: Request): boolean {
  return method === "OPTIONS" && headers.has("Access-Control-Request-Method");
}

/** The site's own pages need no preflight; a foreign origin's gets an answer without any permission in it. */
function preflightAnswer(): Response {
  return new Response(null, { status: 204, headers: { ...allowHeader(), "Cache-Control": "no-store" } });
}

function methodNotAllowed(): Response {
  return problemResponse(405, { detail: "Method not allowed.", code: "method_not_allowed" }, allowHeader());
}

function allowHeader(): { readonly Allow: string } {
  return { Allow: [...FORWARDED_METHODS].join(", ") };
}
