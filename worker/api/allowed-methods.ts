/** Which methods a Hono app answers on a path: decides between 404 and 405. */
import type { Env, Hono } from "hono";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/**
 * Members of `Allow` (RFC 9110 section 10.2.1) in a fixed order; empty if no route has the path. Middleware does not count
 * as a route.
 */
export function allowedMethods<E extends Env>(app: Hono<E>, path: string): string[] {
  const routed = METHODS.filter((method) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method),
  );
  if (routed.length === 0) return [];
  return [...routed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}
