/**
 * Limits how often one client may call the API, by Cloudflare's rate-limit binding: counted per location, without waiting
 * for the network, and therefore approximate. A Durable Object behind it counts what must be exact (sign-in attempts).
 */
import type { Context } from "hono";
import { LRUCache } from "lru-cache";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { countedNetwork } from "#worker/http/address-network.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { isSafeMethod } from "#worker/http/safe-methods.ts";
import { sha256 } from "#worker/http/digests.ts";
import type { Refusal } from "./refuse.ts";
import { API_RATE, MAX_KEPT_RATE_KEYS } from "#shared/limits/requests.ts";

export interface RateLimits {
  /** `API_RATE`. */
  readonly calls: RateLimit;
  /** `API_WRITE_RATE`. */
  readonly writes: RateLimit;
}

export interface RateLimitOptions {
  readonly limits: RateLimits;
  /**
   * Mixed into the counted key, so that a counter's key does not reveal the address. With an operator's own backend it may
   * be empty; a counter's key is then the digest of the address alone.
   */
  readonly secret: string;
  readonly log: Log;
}

/** Hooks post from a few addresses for everybody; each key has its own limit after the gateway. */
const COUNTED_BY_KEY = "/api/hooks/";

/** Thrown by `CountCall`; the gateway answers it in the format of the address. */
export class CallsThrottled extends Error {
  override readonly name = "CallsThrottled";
}

export const THROTTLED: Refusal = {
  status: 429,
  reason: "throttled",
  problem: { code: "throttled", detail: "Too many calls from your address; try again in a minute." },
  retryAfterSeconds: API_RATE.periodSeconds,
};

/**
 * Counts one call of the API for the client address of `c`, whichever way the call is made: directly, or for a page, a
 * page's data or a sitemap. Rejects with `CallsThrottled` beyond the limit. If the platform cannot count, the call passes.
 */
export type CountCall = (c: Context<GatewayEnv>) => Promise<void>;

export function createCallCounter({ limits, secret, log }: RateLimitOptions): CountCall {
  const counterKey = createCounterKeys(secret);
  return async function countCall(c) {
    const { method, path, raw } = c.req;
    const key = await counterKey(raw.headers.get("CF-Connecting-IP"));
    const isWrite = !isSafeMethod(method) && !path.startsWith(COUNTED_BY_KEY);
    const requestId = c.get("requestId");
    for (const counter of isWrite ? [limits.calls, limits.writes] : [limits.calls]) {
      const { success } = await counter.limit({ key }).catch((error: unknown) => {
        log({ level: "error", event: "rate_limit_failed", requestId, error: describeError(error) });
        return { success: true };
      });
      if (success) continue;
      log({ level: "warn", event: "calls_throttled", requestId, method });
      throw new CallsThrottled();
    }
  };
}

/** The key to count an address by, cached by address: one visitor's calls come together, and a digest is an await of its own. */
function createCounterKeys(secret: string): (address: string | null) => Promise<string> {
  const keys = new LRUCache<string, string>({ max: MAX_KEPT_RATE_KEYS });
  return async function counterKey(address) {
    const kept = keys.get(address ?? "");
    if (kept !== undefined) return kept;
    const key = (await sha256(`rate-limit\n${secret}\n${countedNetwork(address)}`)).slice(0, 32);
    keys.set(address ?? "", key);
    return key;
  };
}
