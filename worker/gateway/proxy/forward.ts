/**
 * Forwards one call to the upstream and tries it again if `retry-policy.ts` allows it.
 *
 * Not ky 2.1.0: it shortens a long `Retry-After` to its cap instead of giving up, reads a failed answer's body into memory
 * before it decides, throws if the total time is over although an answer is available, and accepts no clock.
 */
import { cancelBody } from "#worker/http/cancel-body.ts";
import { forbidsRetry, SHOULD_RETRY_HEADER } from "#shared/http/retry.ts";
import type { Log } from "#worker/http/logger.ts";
import { attemptCall, type AttemptOutcome, type Fault, type Upstream, type UpstreamCall } from "./attempt.ts";
import { type RetryBudget, retryDelayMs, type AttemptFailure } from "./retry-policy.ts";
import type { Retry } from "#worker/gateway/server-timing.ts";
import { sleep, type StartTimer } from "#worker/gateway/timer.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";

export interface ForwardDependencies {
  readonly upstream: Upstream;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly startTimer: StartTimer;
  /** 0 inclusive to 1 exclusive. */
  readonly random: () => number;
  readonly log: Log;
  readonly retryBudget: RetryBudget;
}

/** How a call ended. `unanswered` means that no attempt at all was answered. */
export type CallEnd =
  | { readonly kind: "answer"; readonly response: Response }
  | { readonly kind: "unanswered"; readonly fault: Fault; readonly error: unknown }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "aborted" };

export interface ForwardedCall {
  readonly end: CallEnd;
  readonly retries: readonly Retry[];
  readonly totalMs: number;
}

/** Never rejects; takes at most 12 s until the answer's headers. If the client has left, nothing is tried again or logged. */
export async function forwardCall(
  deps: ForwardDependencies,
  call: UpstreamCall,
  requestId: string,
): Promise<ForwardedCall> {
  const startedMs = deps.now();
  deps.retryBudget.addCall();
  const retries: Retry[] = [];
  // What the client gets if every later attempt remains unanswered.
  let held: Response | null = null;
  for (let attempt = 1; ; attempt += 1) {
    const attemptStartedMs = deps.now();
    const remainingMs = GATEWAY_RETRY.totalTimeoutMs - (attemptStartedMs - startedMs);
    const timeoutMs = Math.min(GATEWAY_RETRY.attemptTimeoutMs, remainingMs);
    const outcome = await attemptCall(deps.upstream, call, timeoutMs, deps.startTimer);
    held = newestAnswer(held, outcome);

    const nowMs = deps.now();
    const elapsedMs = nowMs - startedMs;
    const failure = failureOf(outcome, deps.upstream);
    const { method, path } = call;
    const delayMs =
      failure && retryDelayMs({ method, path, failure, attempt, elapsedMs, nowMs, random: deps.random });
    const isLast = delayMs === null || !deps.retryBudget.take();
    if ((outcome.kind === "fault" || !isLast) && call.client.signal.aborted) {
      return abandoned(held, retries, elapsedMs);
    }
    if (isLast) return { end: endOf(outcome, held), retries, totalMs: elapsedMs };

    const cause = causeOf(outcome);
    deps.log({ level: "warn", event: "upstream_retry", requestId, method, cause, attempt, delayMs });
    await sleep(deps.startTimer, delayMs, call.client.signal).catch(() => undefined); // called off by the client's leaving, seen below
    retries.push({ cause, durationMs: deps.now() - attemptStartedMs });
    if (call.client.signal.aborted) return abandoned(held, retries, deps.now() - startedMs);
  }
}

function abandoned(held: Response | null, retries: readonly Retry[], totalMs: number): ForwardedCall {
  if (held) cancelBody(held);
  return { end: { kind: "aborted" }, retries, totalMs };
}

/** Cancels an answer that a newer one replaces, or that can no longer be passed on. */
function newestAnswer(held: Response | null, outcome: AttemptOutcome): Response | null {
  if (outcome.kind === "fault") return held;
  if (held) cancelBody(held);
  return outcome.kind === "answer" ? outcome.response : null;
}

/** Null if the call must not be tried again. */
function failureOf(outcome: AttemptOutcome, { isEmbedded }: Upstream): AttemptFailure | null {
  if (outcome.kind === "fault") {
    // The embedded API continues a call after its time-out: a second one would run beside it, on the same database.
    return isEmbedded && outcome.fault === "timeout" ? null : { kind: "fault" };
  }
  if (outcome.kind !== "answer") return null;
  const { status, headers } = outcome.response;
  if (forbidsRetry(headers.get(SHOULD_RETRY_HEADER))) return null;
  return { kind: "status", status, retryAfter: headers.get("Retry-After") };
}

function endOf(outcome: AttemptOutcome, held: Response | null): CallEnd {
  if (outcome.kind !== "fault") return outcome;
  if (held) return { kind: "answer", response: held };
  return { kind: "unanswered", fault: outcome.fault, error: outcome.error };
}

function causeOf(outcome: AttemptOutcome): string {
  if (outcome.kind === "answer") return String(outcome.response.status);
  return outcome.kind === "fault" ? outcome.fault : outcome.kind;
}
