/** Takes in what a client sends beside an answer that needed none of it. */
import type { MiddlewareHandler } from "hono";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { readBounded } from "#worker/http/read-bounded.ts";

/**
 * A body that nobody has read is read before the answer goes out, up to what any call may send: a connection that is closed
 * over bytes on their way is reset, and the client may lose the answer with it (RFC 9112 section 9.6).
 */
export const takeUnreadBody: MiddlewareHandler<GatewayEnv> = async function takeUnreadBody(c, next) {
  await next();
  const request = c.req.raw;
  // Looking at a body costs something, so that one which was read is not looked at.
  if (request.bodyUsed || request.body === null) return;
  // A client that has left sends no more.
  await readBounded(request.body, MAX_REQUEST_BODY_BYTES, request.signal).catch(() => null);
};
