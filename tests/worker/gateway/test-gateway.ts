/** A gateway with the test environment's bindings, and with whatever a test puts in their place. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { readConfig } from "#worker/config.ts";
import { createGateway, type GatewayOptions } from "#worker/gateway/gateway.ts";
import type { EdgeCache } from "#worker/gateway/pages/edge-cache.ts";
import { createPageCache } from "#worker/gateway/pages/page-cache.ts";
import { startTimer, type StartTimer } from "#worker/gateway/timer.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { LATE_AFTER_MS } from "#shared/limits/pages.ts";

/** Here no page's data is slow, however busy the machine is. */
const neverSlow: StartTimer = (ms) =>
  ms === LATE_AFTER_MS ? { over: new Promise(() => {}), stop: () => {} } : startTimer(ms);

/** A data centre that caches nothing. */
export const NO_EDGE: EdgeCache = { find: async () => null, keep: async () => {} };

/** `ask` takes a path; nobody waits for what its request leaves behind. `logged` grows with each line. */
export function testGateway(changes: Partial<GatewayOptions>) {
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry) => void logged.push(entry);
  const { now = Date.now, startTimer: timer = neverSlow } = changes;
  const gateway = createGateway({
    config: readConfig(env),
    assets: env.ASSETS,
    upstream: { baseUrl: "https://upstream.invalid", fetch: () => Promise.reject(new Error("down")) },
    rateLimits: { calls: env.API_RATE, writes: env.API_WRITE_RATE },
    readiness: {},
    now: Date.now,
    startTimer: neverSlow,
    random: () => 0,
    log,
    pageCache: createPageCache({ now, startTimer: timer, log, edge: NO_EDGE }),
    ...changes,
  });
  const ask = async (path: string, init?: RequestInit) =>
    gateway.fetch(new Request(`https://site.example${path}`, init), env, createExecutionContext());
  return { gateway, ask, logged };
}
