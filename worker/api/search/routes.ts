/** One search over the whole record. */
import { Hono } from "hono";
import { SearchQuery, SearchResults } from "#shared/contracts/search.ts";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { cacheAnswer } from "#worker/api/answer-cache-middleware.ts";
import { query } from "#worker/api/parse-query.ts";
import { findOnRecord } from "./find-on-record.ts";

/** `/search/`, to be mounted at `/api`. */
export const searchRoutes = new Hono<ApiEnv>();

searchRoutes.get(
  "/search/",
  describe({
    id: "search",
    tag: "signals",
    summary: "Traders, assets and a signal by what is typed",
    answers: { 200: { description: "What was found.", schema: SearchResults } },
  }),
  cacheAnswer,
  atNearestCopy,
  query(SearchQuery),
  async (c) => c.json(await findOnRecord(c.var.deps.db, c.req.valid("query"))),
);
