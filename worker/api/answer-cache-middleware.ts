/** Answers a call of the public record from the cache, and caches what is read for it. */
import { createMiddleware } from "hono/factory";
import { BOOKMARK_HEADER, readBookmark } from "#shared/bookmark.ts";
import { READ_AT_HEADER } from "#worker/http/own-headers.ts";
import type { ApiEnv } from "./dependencies.ts";
import { siteOrigin } from "./site-origin.ts";

/** To be put before everything that reads the record. A call with a token is always read from the database. */
export const cacheAnswer = createMiddleware<ApiEnv>(async (c, next) => {
  const { answerCache, now, waitUntil } = c.var.deps;
  if (!answerCache || c.req.method !== "GET" || c.req.header("Authorization") !== undefined) return next();
  const { pathname, search } = new URL(c.req.url);
  const url = siteOrigin(c.req.raw) + pathname + search;
  const kept = await answerCache.find(url, readBookmark(c.req.header(BOOKMARK_HEADER)));
  if (kept) {
    const answer = new Response(kept.body, kept);
    if (kept.bookmark !== null) answer.headers.set(BOOKMARK_HEADER, kept.bookmark);
    answer.headers.set(READ_AT_HEADER, String(kept.readAtMs));
    return answer;
  }
  const readAtMs = now();
  await next();
  if (c.res.status !== 200) return;
  const { headers } = c.res;
  const answer = {
    status: 200,
    body: await c.res.clone().arrayBuffer(),
    headers: new Headers({ "Content-Type": headers.get("Content-Type") ?? "" }),
    readAtMs,
    bookmark: readBookmark(headers.get(BOOKMARK_HEADER)),
  };
  waitUntil(answerCache.keep(url, answer));
});
