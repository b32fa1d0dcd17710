/** Prices for the pictures of signals. */
import { Hono } from "hono";
import { SignalPrices } from "#shared/contracts/prices.ts";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { type PriceConfig, selectSignal, toSignal } from "#worker/api/signals/index.ts";
import { notFound } from "#worker/http/problem-answer.ts";
import { readSignalPrices } from "./price-series.ts";

export interface PricesDependencies extends Pick<BaseDependencies, "db" | "now"> {
  readonly priceConfig: PriceConfig;
}

/** `/signals/{id}/prices/`, to be mounted at `/api`. */
export const pricesRoutes = new Hono<ApiEnv<PricesDependencies>>();

pricesRoutes.get(
  "/signals/:id/prices/",
  describe({
    id: "readSignalPrices",
    tag: "signals",
    summary: "Prices around a signal, for its picture",
    description: "As its source gives them now. They are not recorded and decide nothing.",
    params: { id: { description: "The signal." } },
    answers: { 200: { description: "The prices; none if the source gives none.", schema: SignalPrices } },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  async (c) => {
    const { db, now, priceConfig } = c.var.deps;
    const [row] = await selectSignal(db, c.req.param("id"));
    return row ? c.json(await readSignalPrices(toSignal(row), priceConfig, now())) : notFound();
  },
);
