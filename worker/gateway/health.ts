/**
 * `/healthz` and `/readyz`, for monitoring. Live means that this worker answers, whatever its backend does; ready means that
 * a visitor who signs in now will be served.
 */
import type { Handler } from "hono";
import build from "#build";
import { describeError, type Log } from "#worker/http/logger.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import type { StartTimer } from "#worker/gateway/timer.ts";
import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Upstream } from "#worker/gateway/proxy/attempt.ts";
import { READINESS_DEADLINE_MS, READINESS_KEPT_MS } from "#shared/limits/calls.ts";

/**
 * What must hold before the site is ready, by the name in `/readyz`. A check resolves with true if it holds; false, a
 * rejection and no answer before the deadline all mean that it does not. Its reason goes only to the log.
 */
export type ReadinessChecks = Readonly<Record<string, (signal: AbortSignal) => Promise<boolean>>>;

export interface ReadinessOptions {
  readonly checks: ReadinessChecks;
  /** Lines about problems despite which a visitor is served. */
  readonly readDetails: () => Promise<readonly string[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly startTimer: StartTimer;
  readonly log: Log;
}

/** Always 200 with the build's id; calls nothing else. */
export const answerLive: Handler<GatewayEnv> = (c) =>
  c.json({ status: "live", build: build.id }, 200, { "Cache-Control": "no-store" });

interface Found {
  readonly atMs: number;
  readonly failing: readonly string[];
  readonly details: readonly string[];
}

/** 200 `ready`, or 503 `not_ready` with the names of the failed checks; both with details. An answer is reused for a second. */
export function createReadiness({
  checks,
  readDetails,
  now,
  startTimer,
  log,
}: ReadinessOptions): Handler<GatewayEnv> {
  let kept: Found | null = null;

  /** Rejects if `work` does, or takes too long. */
  async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const end = new AbortController();
    const timer = startTimer(READINESS_DEADLINE_MS);
    const tooLate = timer.over.then(() => {
      throw new Error("no answer in time");
    });
    try {
      return await Promise.race([work(end.signal), tooLate]);
    } finally {
      timer.stop();
      end.abort();
    }
  }

  async function holds(name: string, check: ReadinessChecks[string], requestId: string): Promise<boolean> {
    try {
      const isFine = await inTime(check);
      if (!isFine) log({ level: "warn", event: "not_ready", requestId, check: name });
      return isFine;
    } catch (error) {
      log({ level: "warn", event: "not_ready", requestId, check: name, error: describeError(error) });
      return false;
    }
  }

  return async function readiness(c) {
    if (kept === null || now() - kept.atMs >= READINESS_KEPT_MS) {
      const [details, ...failing] = await Promise.all([
        // If they cannot be read, a check says why.
        inTime(readDetails).catch(() => []),
        ...Object.entries(checks).map(async ([name, check]) =>
          (await holds(name, check, c.get("requestId"))) ? [] : [name],
        ),
      ]);
      kept = { atMs: now(), failing: failing.flat(), details };
    }
    const { failing, details } = kept;
    const isReady = failing.length === 0;
    const body = { status: isReady ? "ready" : "not_ready", build: build.id, not_ready: failing, details };
    return c.json(body, isReady ? 200 : 503, { "Cache-Control": "no-store" });
  };
}

/**
 * True for any answer that is not a server error: other addresses of the backend are not checked. Sent to the address of the
 * signed-in user, without a token, so that a backend of the contract answers 401 without much work.
 */
export async function isUpstreamReachable(
  { baseUrl, fetch }: Pick<Upstream, "baseUrl" | "fetch">,
  signal: AbortSignal,
): Promise<boolean> {
  const headers = { Accept: "application/json" };
  const response = await fetch(`${baseUrl}/api/auth/me/`, { headers, signal, redirect: "manual" });
  cancelBody(response);
  return response.status < 500;
}
