/** Converts the result of a call to the upstream to the client's answer. */
import { parseRetryAfter, SHOULD_RETRY_HEADER, RETRIED_STATUSES } from "#shared/http/retry.ts";
import { FEEDS_PATH } from "#shared/site/routes.ts";
import type { Problem } from "#shared/contracts/problem.ts";
import { describeError } from "#worker/http/logger.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { areTooLarge } from "#worker/gateway/limits/request-bounds.ts";
import { routeLabel } from "#worker/gateway/route-label.ts";
import { upstreamTiming } from "#worker/gateway/server-timing.ts";
import { withDeadline } from "#worker/gateway/timer.ts";
import {
  answerHeadersWithoutBody,
  isBearerChallenge,
  setOwnHeaders,
  withAnswerHeaders,
} from "./answer-headers.ts";
import { cookiesForBrowser } from "./backend-cookies.ts";
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Fault, UpstreamCall } from "./attempt.ts";
import { filledIfEmpty, needsProblem, problemOf } from "./error-answer.ts";
import type { ForwardDependencies, ForwardedCall } from "./forward.ts";
import { upgradedAnswer } from "./live-upgrade.ts";
import { isTokenCall, readTokens } from "./token-dialect.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";

export interface AnsweredCall {
  readonly call: UpstreamCall;
  /** The JSON that the client sent, undefined if it sent none. */
  readonly sent: unknown;
  readonly requestId: string;
}

const UNANSWERED: Readonly<Record<Fault, { readonly status: number; readonly problem: Problem }>> = {
  unreachable: {
    status: 502,
    problem: { detail: "The service behind the gateway cannot be reached.", code: "upstream_unreachable" },
  },
  timeout: {
    status: 504,
    problem: { detail: "The service behind the gateway did not answer in time.", code: "upstream_timeout" },
  },
};

const INVALID_ANSWER: Problem = {
  detail: "The service behind the gateway gave an answer that cannot be passed on.",
  code: "upstream_invalid_answer",
};

/** Never rejects. */
export async function answerClient(
  deps: ForwardDependencies,
  forwarded: ForwardedCall,
  answered: AnsweredCall,
): Promise<Response> {
  const { end, retries, totalMs } = forwarded;
  if (end.kind === "answer" && end.response.webSocket) {
    return upgradedAnswer(end.response.webSocket, end.response.headers);
  }
  const response = await responseTo(deps, forwarded, answered);
  if (end.kind === "answer")
    for (const cookie of cookiesForBrowser(end.response.headers, deps.upstream.cookies ?? []))
      response.headers.append("Set-Cookie", cookie);
  response.headers.set("Server-Timing", upstreamTiming(retries, totalMs));
  if (wasRepeatedHere(response, deps.now())) response.headers.set(SHOULD_RETRY_HEADER, "false");
  if (isFeedWithTag(answered.call.path, response)) response.headers.set("Cache-Control", "no-cache");
  return response;
}

/** Whether the gateway has repeated the call: not if the upstream asks for a longer wait, which is left to the client. */
function wasRepeatedHere({ status, headers }: Response, nowMs: number): boolean {
  if (!RETRIED_STATUSES.has(status)) return false;
  const askedMs = parseRetryAfter(headers.get("Retry-After"), nowMs);
  return askedMs === null || askedMs <= GATEWAY_RETRY.maxRetryAfterMs;
}

/** A feed that its reader may cache and revalidate by its entity tag. */
function isFeedWithTag(path: string, { status, headers }: Response): boolean {
  return path.startsWith(FEEDS_PATH) && (status === 200 || status === 304) && headers.has("ETag");
}

/** Only for the platform's log: nobody reads this answer. 499 is what nginx logs for "client closed request". */
export function clientGone(): Response {
  return new Response(null, { status: 499 });
}

async function responseTo(
  deps: ForwardDependencies,
  { end, totalMs }: ForwardedCall,
  answered: AnsweredCall,
): Promise<Response> {
  if (end.kind === "aborted") return clientGone();
  if (end.kind === "unanswered") return unanswered(deps, answered, end.fault, end.error);
  if (end.kind === "refused") return invalidAnswer(deps, answered, end.reason);
  const { response } = end;
  const { method, path } = answered.call;
  if (deps.upstream.isEmbedded) {
    setOwnHeaders(response.headers);
    return response;
  }
  if (areTooLarge(response.headers)) {
    cancelBody(response);
    return invalidAnswer(deps, answered, "headers too large");
  }
  if (response.status >= 500) logFailure(deps, answered, "upstream_failed", { status: response.status });
  if (response.ok && isTokenCall(method, path)) return tokenAnswer(deps, response, answered, totalMs);
  if (response.ok && method === "OPTIONS") return methodsAnswer(response);
  if (!needsProblem(response, method)) return passedOn(response);
  if (isTokenCall(method, path) && isNoWordOnTokens(response)) {
    cancelBody(response);
    return invalidAnswer(deps, answered, `${response.status} without JSON`);
  }
  return wordedError(response);
}

/** The methods that the upstream has at this path, without anything that its framework reveals about its code. */
function methodsAnswer(response: Response): Response {
  cancelBody(response);
  const headers = answerHeadersWithoutBody(response.headers);
  return new Response(null, { status: 204, headers });
}

/**
 * Django's page for an unknown host, or a password prompt of a server in front of it. Passed on unchanged, the browser would
 * take it for the end of the session.
 */
function isNoWordOnTokens({ status, headers }: Response): boolean {
  const challenge = headers.get("WWW-Authenticate");
  return status === 400 || (status === 401 && challenge !== null && !isBearerChallenge(challenge));
}

/** Streams: no part of the body is buffered. Only an error without a stated length can still turn out to be empty. */
function passedOn(response: Response): Response {
  const { body, status, headers } = response;
  const mayBeEmpty = body !== null && status >= 400 && !headers.has("Content-Length");
  return withAnswerHeaders(response, mayBeEmpty ? filledIfEmpty(body, problemOf(status)) : body);
}

function wordedError(response: Response): Response {
  cancelBody(response);
  return problemResponse(
    response.status,
    problemOf(response.status),
    answerHeadersWithoutBody(response.headers),
  );
}

async function tokenAnswer(
  deps: ForwardDependencies,
  response: Response,
  answered: AnsweredCall,
  totalMs: number,
): Promise<Response> {
  const { attemptTimeoutMs, totalTimeoutMs } = GATEWAY_RETRY;
  const leftMs = Math.min(attemptTimeoutMs, totalTimeoutMs - totalMs);
  return withDeadline(deps.startTimer, leftMs, async (deadline) => {
    try {
      const tokens = await readTokens(response.body, answered.sent, deadline);
      if (tokens === null) return invalidAnswer(deps, answered, "no token pair");
      const headers = answerHeadersWithoutBody(response.headers);
      return Response.json(tokens, { status: response.status, headers });
    } catch (error) {
      if (answered.call.client.signal.aborted) return clientGone();
      if (deadline.aborted) return unanswered(deps, answered, "timeout", error);
      return invalidAnswer(deps, answered, "answer broke off");
    }
  });
}

function unanswered(
  deps: ForwardDependencies,
  answered: AnsweredCall,
  fault: Fault,
  error: unknown,
): Response {
  const { status, problem } = UNANSWERED[fault];
  logFailure(deps, answered, problem.code, { error: describeError(error) });
  return problemResponse(status, problem);
}

function invalidAnswer(deps: ForwardDependencies, answered: AnsweredCall, reason: string): Response {
  logFailure(deps, answered, INVALID_ANSWER.code, { reason });
  return problemResponse(502, INVALID_ANSWER);
}

function logFailure(
  { log }: ForwardDependencies,
  answered: AnsweredCall,
  event: string,
  detail: object,
): void {
  const { call, requestId } = answered;
  log({ level: "error", event, requestId, method: call.method, route: routeLabel(call.path), ...detail });
}
