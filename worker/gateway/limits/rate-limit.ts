/**
 * How often one client may call the API, by Cloudflare's rate-limit binding: counted at each of its locations, without
 * waiting for the network, and therefore approximate. What must be exact (sign-in attempts) is counted once more by a
 * Durable Object behind it.
 */
import type { MiddlewareHandler } from "hono";
import { API_RATE, API_WRITE_RATE } from "#shared/limits.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import { describeError, type Log } from "#worker/http/log.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import { sha256 } from "#worker/http/sha256.ts";

export interface RateLimits {
  /** `API_RATE`. */
  readonly calls: RateLimit;
  /** `API_WRITE_RATE`. */
  readonly writes: RateLimit;
}

export interface RateLimitOptions {
  readonly limits: RateLimits;
  /**
   * Mixed into what is counted by, so that nobody who sees a counter's key can tell the address. Before an operator's own
   * backend it may be empty; a counter's key is then the address's digest alone.
   */
  readonly secret: string;
  readonly log: Log;
}

/** Hooks post from a few addresses for everybody; each key has its own limit behind the gateway. */
const COUNTED_BY_KEY = "/api/hooks/";
/** A few dozen KiB. */
const MAX_KEPT_KEYS = 500;

/**
 * Middleware for `/api/*`, which calls that the gateway makes for a page do not pass, and for sitemaps that ask the API each
 * time: 429 `throttled` with `Retry-After`. Where the platform cannot count, the call passes.
 */
export function limitRate({ limits, secret, log }: RateLimitOptions): MiddlewareHandler<GatewayEnv> {
  const counterKey = createCounterKeys(secret);
  return async function limitRate(c, next) {
    const { method, path, raw } = c.req;
    const key = await counterKey(raw.headers.get("CF-Connecting-IP"));
    const isWrite = !isSafeMethod(method) && !path.startsWith(COUNTED_BY_KEY);
    const counted = [
      { limit: limits.calls, rate: API_RATE },
      ...(isWrite ? [{ limit: limits.writes, rate: API_WRITE_RATE }] : []),
    ];
    try {
      for (const { limit, rate } of counted) {
        const { success } = await limit.limit({ key });
        if (!success) {
          log({ level: "warn", event: "calls_throttled", requestId: c.get("requestId"), method });
          return throttled(rate.periodSeconds);
        }
      }
    } catch (error) {
      log({
        level: "error",
        event: "rate_limit_failed",
        requestId: c.get("requestId"),
        error: describeError(error),
      });
    }
    return next();
  };
}

function throttled(retryAfterSeconds: number): Response {
  const problem = { code: "throttled", detail: "Too many calls from your address; try again in a minute." };
  return problemResponse(429, problem, { "Retry-After": String(retryAfterSeconds) });
}

/**
 * The key to count an address by. Keys are kept a while: one visitor's calls come together, and each digest is a wait of
 * its own.
 */
function createCounterKeys(secret: string): (address: string | null) => Promise<string> {
  const keys = new Map<string, string>();
  return async function counterKey(address) {
    const source = countedNetwork(address);
    const kept = keys.get(source);
    if (kept !== undefined) return kept;
    const key = (await sha256(`rate-limit\n${secret}\n${source}`)).slice(0, 32);
    if (keys.size >= MAX_KEPT_KEYS) keys.clear();
    keys.set(source, key);
    return key;
  };
}
