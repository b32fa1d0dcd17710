/** Takes in what a client sends beside an answer that needed none of it, or not all. */
import type { MiddlewareHandler } from "hono";
import { MAX_BODY_WAIT_MS, MAX_UNREAD_BODY_BYTES } from "#shared/limits.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { type StartTimer, withDeadline } from "#worker/gateway/timer.ts";

/**
 * A body that nobody has read to its end is read before the answer goes out: a connection that is closed over bytes on their way
 * is reset, and the client may lose the answer with it (RFC 9112 section 9.6).
 */
export function takeUnreadBody(startTimer: StartTimer): MiddlewareHandler<GatewayEnv> {
  return async function takeUnreadBody(c, next) {
    await next();
    const request = c.req.raw;
    // Looking at a body costs something, so that one which served a call is not looked at.
    if (request.bodyUsed && c.res.status < 400) return;
    const { body } = request;
    if (body === null || body.locked) return;
    // A client that has left sends no more.
    await withDeadline(startTimer, MAX_BODY_WAIT_MS, (deadline) => drop(body, deadline)).catch(
      () => undefined,
    );
  };
}

async function drop(body: ReadableStream<Uint8Array>, deadline: AbortSignal): Promise<void> {
  const reader = body.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  deadline.addEventListener("abort", stop);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    length += value.byteLength;
    if (length > MAX_UNREAD_BODY_BYTES) return stop();
  }
}
