/**
 * Which copy of the database a call is answered from (https://developers.cloudflare.com/d1/best-practices/read-replication/). Unless one of
 * these middlewares stands before it, a call reads and writes the primary. A copy lags behind that; where the operator
 * has no copies made, and on one's own machine, the primary is all there is.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { BOOKMARK_HEADER, readBookmark } from "#shared/bookmark.ts";
import { openSession } from "./database.ts";
import type { ApiEnv } from "./dependencies.ts";

/** Begins at the primary. Here as below, the answer's bookmark says how far the copy was that it came from. */
export const atPrimary = createMiddleware<ApiEnv>(async (c, next) => {
  const { deps } = c.var;
  const { reached } = deps.leastCopy.begin(null);
  const { db, bookmark } = openSession(deps.db, "first-primary");
  c.set("deps", { ...deps, db });
  await next();
  reached(bookmark());
  sayBookmark(c, bookmark());
});

/** For the public record: the nearest copy that is as new as the call's bookmark, and as what has been written in this isolate. */
export const atNearestCopy = createMiddleware<ApiEnv>(async (c, next) => {
  const { deps } = c.var;
  const asked = readBookmark(c.req.header(BOOKMARK_HEADER));
  const { start, reached } = deps.leastCopy.begin(asked);
  const { db, bookmark } = openSession(deps.db, start);
  c.set("deps", { ...deps, db });
  await next();
  reached(bookmark());
  sayBookmark(c, bookmark());
});

function sayBookmark(c: Context<ApiEnv>, bookmark: string | null): void {
  if (bookmark !== null) c.res.headers.set(BOOKMARK_HEADER, bookmark);
}
