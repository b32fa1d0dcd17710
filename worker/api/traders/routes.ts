/** Traders and the totals over all of them. */
import { Hono } from "hono";
import { TraderQuery } from "#shared/contracts/traders.ts";
import type { ApiDependencies, ApiEnv } from "#worker/api/dependencies.ts";
import { parseQuery } from "#worker/api/parse-query.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { listTraders, showTrader, summarise } from "./read-traders.ts";

/** `/traders/` and `/summary/`, to be mounted at `/api`. */
export function createTradersRoutes({ db }: Pick<ApiDependencies, "db">): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();

  routes.get("/traders/", async (c) => {
    const parsed = parseQuery(TraderQuery, c.req.url);
    return parsed.ok ? c.json(await listTraders(db, parsed.query)) : parsed.response;
  });

  routes.get("/traders/:handle/", async (c) => {
    const trader = await showTrader(db, c.req.param("handle"));
    return trader ? c.json(trader) : problemResponse(404, { detail: "Not found.", code: "not_found" });
  });

  routes.get("/summary/", async (c) => c.json(await summarise(db)));

  return routes;
}
