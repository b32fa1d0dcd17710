/** Traders and the totals over all of them. */
import { Hono } from "hono";
import { TraderQuery } from "#shared/contracts/traders.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { listTraders, showTrader, summarise } from "./read-traders.ts";

/** Routes under `/api/traders/` and `/api/summary/`, to be mounted at the root. */
export function createTradersRoutes({ db }: Pick<ApiDependencies, "db">): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get("/api/traders/", async (c) => {
    const parsed = parseQuery(TraderQuery, c.req.url);
    return parsed.ok ? c.json(await listTraders(db, parsed.query)) : parsed.response;
  });

  routes.get("/api/traders/:handle/", async (c) => {
    const trader = await showTrader(db, c.req.param("handle"));
    return trader ? c.json(trader) : problemResponse(404, { detail: "Not found.", code: "not_found" });
  });

  routes.get("/api/summary/", async (c) => c.json(await summarise(db)));

  return routes;
}
