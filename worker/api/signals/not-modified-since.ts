/** 304 for clients that send `If-Modified-Since` without an entity tag (RFC 9110 section 13.1.3). */
import { RETAINED_304_HEADERS } from "hono/etag";
import type { MiddlewareHandler } from "hono";
import { parseHttpDate } from "#shared/http-date.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";

/** Sent with a 304 as with the whole answer. */
export const KEPT_ON_304: string[] = [...RETAINED_304_HEADERS, "last-modified"];

/** Compares with the answer's own `Last-Modified`; an answer without one is sent whole. */
export const notModifiedSince: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const nowMs = c.var.deps.now();
  const { ok, headers, body } = c.res;
  const changedMs = parseHttpDate(headers.get("Last-Modified") ?? "", nowMs);
  const knownMs = parseHttpDate(c.req.header("If-Modified-Since") ?? "", nowMs);
  // An entity tag is more precise, and if there is one it alone decides.
  if (!ok || c.req.header("If-None-Match") !== undefined || changedMs === null || knownMs === null) return;
  if (changedMs > knownMs) return;
  await body?.cancel();
  const kept = [...headers].filter(([name]) => KEPT_ON_304.includes(name.toLowerCase()));
  c.res = undefined;
  c.res = new Response(null, { status: 304, headers: kept });
};
