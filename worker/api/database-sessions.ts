/**
 * Which copy of the database answers a call (https://developers.cloudflare.com/d1/best-practices/read-replication/). Without
 * one of these middlewares, a call reads and writes the primary. A copy lags behind the primary; if the operator has not
 * turned on read replication, and in local development, there is only the primary.
 */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { BOOKMARK_HEADER, readBookmark } from "#shared/http/bookmark.ts";
import { openDatabaseSession } from "./database.ts";
import type { ApiEnv } from "./dependencies.ts";

/** Begins at the primary. Here and below, the answer's bookmark states how new the copy was that answered. */
export const atPrimary = createMiddleware<ApiEnv>(async (c, next) => {
  const { reached } = c.var.minimumBookmark.begin(null);
  const { db, bookmark } = openDatabaseSession(c.var.db, "first-primary");
  c.set("db", db);
  c.set("deps", { ...c.var.deps, db });
  await next();
  reached(bookmark());
  sayBookmark(c, bookmark());
});

/**
 * For the public record: the nearest copy that is at least as new as the call's bookmark and as the last write in this
 * isolate.
 */
export const atNearestCopy = createMiddleware<ApiEnv>(async (c, next) => {
  const asked = readBookmark(c.req.header(BOOKMARK_HEADER));
  const { start, reached } = c.var.minimumBookmark.begin(asked);
  const { db, bookmark } = openDatabaseSession(c.var.db, start);
  c.set("deps", { ...c.var.deps, db });
  await next();
  reached(bookmark());
  sayBookmark(c, bookmark());
});

function sayBookmark(c: Pick<Context, "res">, bookmark: string | null): void {
  if (bookmark !== null) c.res.headers.set(BOOKMARK_HEADER, bookmark);
}
