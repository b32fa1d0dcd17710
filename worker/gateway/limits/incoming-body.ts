/**
 * Limits the size and duration of a client's request body, whether it is read or not: the worker would otherwise wait for a
 * client that never stops sending.
 *
 * Not by hono/body-limit: it has no time limit, and keeps a refused body locked, so that the rest cannot be read and the
 * client may lose the 413.
 */
import type { MiddlewareHandler } from "hono";
import { type StartTimer, withDeadline } from "#worker/gateway/timer.ts";
import { problemResponse } from "#worker/http/problem-answer.ts";
import { readBounded } from "#worker/http/read-bounded.ts";
import type { GatewayEnv } from "#worker/gateway/context.ts";
import { MAX_BODY_WAIT_MS, MAX_UNREAD_BODY_BYTES } from "#shared/limits/requests.ts";

/** The whole body, or the answer that refuses it: 413 or 408. Rejects if the client leaves meanwhile. */
export async function readIncomingBody(
  request: Request,
  maxBytes: number,
  startTimer: StartTimer,
): Promise<Uint8Array | Response> {
  const timer = startTimer(MAX_BODY_WAIT_MS);
  const read = isShort(request.headers, maxBytes)
    ? request.arrayBuffer().then((buffer) => new Uint8Array(buffer))
    : readBounded(request.body, maxBytes, request.signal, "left");
  const tooSlow = timer.over.then(() => "too slow" as const);
  try {
    const bytes = await Promise.race([read, tooSlow]);
    if (bytes === "too slow") return requestTimeout();
    return bytes === null || bytes.byteLength > maxBytes ? payloadTooLarge(maxBytes) : bytes;
  } finally {
    timer.stop();
  }
}

/**
 * Whether the body's length is stated and allowed: a body cannot be longer than stated, unless it comes in chunks, which
 * replace the length (RFC 9112 section 6.3). Reading it at once takes half the time.
 */
function isShort(headers: Headers, maxBytes: number): boolean {
  const length = headers.get("Content-Length");
  return length !== null && Number(length) <= maxBytes && !headers.has("Transfer-Encoding");
}

function payloadTooLarge(maxBytes: number): Response {
  const detail = `Request body is larger than ${maxBytes} bytes.`;
  return problemResponse(413, { detail, code: "payload_too_large" });
}

function requestTimeout(): Response {
  const detail = `Request body has not arrived within ${MAX_BODY_WAIT_MS / 1_000} seconds.`;
  return problemResponse(408, { detail, code: "request_timeout" });
}

/**
 * Reads a body that was not read to its end before the answer goes out: closing a connection with unread bytes resets it,
 * and the client may lose the answer (RFC 9112 section 9.6).
 */
export function takeUnreadBody(startTimer: StartTimer): MiddlewareHandler<GatewayEnv> {
  return async function takeUnreadBody(c, next) {
    await next();
    const request = c.req.raw;
    // Checking a body costs time, so a body that served a call is not checked.
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
