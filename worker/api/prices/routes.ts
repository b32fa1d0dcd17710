/** Prices that readers and staff see, and that decide nothing. */
import { Hono } from "hono";
import { SignalPrices } from "#shared/contracts/prices.ts";
import { LatestPriceQuery } from "#shared/contracts/staff-signals.ts";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import { query } from "#worker/api/parse-query.ts";
import { type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { selectSignal, toSignal } from "#worker/api/signals/index.ts";
import { notFound } from "#worker/http/problem-answer.ts";
import { readLatestPrice, readSignalPrices } from "./price-series.ts";

/** To be mounted at `/api`. */
export const pricesRoutes = new Hono<MemberEnv>();

pricesRoutes.get(
  "/signals/:id/prices/",
  describe({
    id: "readSignalPrices",
    tag: "signals",
    summary: "Prices around a signal, for its picture",
    description: "As its source gives them now. They are on no record and decide nothing.",
    params: { id: { description: "The signal." } },
    answers: { 200: { description: "The prices; none where the source gives none.", schema: SignalPrices } },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  async (c) => {
    const { db, now, priceConfig } = c.var.deps;
    const [row] = await selectSignal(db, c.req.param("id"));
    return row ? c.json(await readSignalPrices(toSignal(row), priceConfig, now())) : notFound();
  },
);

pricesRoutes.get(
  "/admin/signals/prices/",
  describe({
    id: "readLatestPrice",
    tag: "record",
    summary: "The newest price of an asset",
    description: "As its source gives it now. It is on no record and decides nothing.",
    answers: { 200: { description: "The price; none where the source gives none.", schema: SignalPrices } },
  }),
  requireStaff,
  query(LatestPriceQuery),
  async (c) => {
    const { now, priceConfig } = c.var.deps;
    return c.json(await readLatestPrice(c.req.valid("query").asset, priceConfig, now()));
  },
);
