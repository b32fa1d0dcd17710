/** Logs one line for every request to the gateway, when the headers of its answer are ready. */
import type { MiddlewareHandler } from "hono";
import type { Log } from "#worker/http/logger.ts";
import type { GatewayEnv } from "./context.ts";
import { requestLabel } from "./route-label.ts";

export interface RequestLogOptions {
  readonly log: Log;
  /** Milliseconds since the epoch. On Cloudflare the clock advances only at I/O, so that pure computing takes 0. */
  readonly now: () => number;
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Needs `requestId` in the context. A failure has already been logged in a line of its own, with the same id. */
export function createRequestLog({ log, now }: RequestLogOptions): MiddlewareHandler<GatewayEnv> {
  return async function requestLog(c, next) {
    const startedMs = now();
    await next();
    const { method } = c.req;
    const cache = c.get("pageCache");
    log({
      level: "info",
      event: "request",
      requestId: c.get("requestId"),
      method: METHODS.has(method) ? method : "other",
      route: requestLabel(c),
      status: c.res.status,
      durationMs: Math.max(0, now() - startedMs),
      ...(cache && { cache }),
    });
  };
}
