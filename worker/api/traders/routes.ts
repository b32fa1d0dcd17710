/** Traders and the totals over all of them. */
import { Hono } from "hono";
import { SliceQuery, TraderSlices } from "#shared/contracts/slices.ts";
import { Summary, TraderDetail, TraderDetailQuery, TraderPage } from "#shared/contracts/traders.ts";
import { TraderQuery } from "#shared/contracts/trader-queries.ts";
import { atNearestCopy } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { query, refuseQuery } from "#worker/api/parse-query.ts";
import { notFound } from "#worker/http/problem-answer.ts";
import { showSlices } from "./read-slices.ts";
import { listTraders, showTrader, summarise } from "./read-traders.ts";

/** `/traders/` and `/summary/`, to be mounted at `/api`. */
export const tradersRoutes = new Hono<ApiEnv<Pick<BaseDependencies, "db">>>();

tradersRoutes.get(
  "/traders/",
  describe({
    id: "listTraders",
    tag: "traders",
    summary: "Traders with their statistics, retired ones included",
    answers: { 200: { description: "A page.", schema: TraderPage } },
  }),
  atNearestCopy,
  query(TraderQuery),
  async (c) => {
    const found = await listTraders(c.var.deps.db, c.req.valid("query"));
    return "field" in found ? refuseQuery(found.field, found.message) : c.json(found);
  },
);

tradersRoutes.get(
  "/traders/:handle/",
  describe({
    id: "readTrader",
    tag: "traders",
    summary: "One trader with statistics and equity",
    params: { handle: { description: "The trader." } },
    answers: { 200: { description: "The trader.", schema: TraderDetail } },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  query(TraderDetailQuery),
  async (c) => {
    const trader = await showTrader(c.var.deps.db, c.req.param("handle"), c.req.valid("query"));
    return trader ? c.json(trader) : notFound();
  },
);

tradersRoutes.get(
  "/traders/:handle/slices/",
  describe({
    id: "readSlices",
    tag: "traders",
    summary: "One trader's record by asset, duration, hour, weekday or month",
    params: { handle: { description: "The trader." } },
    answers: { 200: { description: "The slices.", schema: TraderSlices } },
    refusals: { 404: ["not_found"] },
  }),
  atNearestCopy,
  query(SliceQuery),
  async (c) => {
    const slices = await showSlices(c.var.deps.db, c.req.param("handle"), c.req.valid("query"));
    return slices ? c.json(slices) : notFound();
  },
);

tradersRoutes.get(
  "/summary/",
  describe({
    id: "readSummary",
    tag: "traders",
    summary: "The whole record as if every signal had been followed",
    answers: { 200: { description: "Totals, and the ledger's head at the same moment.", schema: Summary } },
  }),
  atNearestCopy,
  async (c) => c.json(await summarise(c.var.deps.db)),
);
