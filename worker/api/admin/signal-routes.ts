/** The signals that staff have to act on. */
import { Hono } from "hono";
import {
  CorrectableSignalsPage,
  CorrectableSignalsQuery,
  LatestPriceQuery,
  OpenSignalsPage,
  OpenSignalsQuery,
} from "#shared/contracts/staff-signals.ts";
import { PriceLeads, SignalPrices } from "#shared/contracts/prices.ts";
import { describe } from "#worker/api/declare.ts";
import { query } from "#worker/api/parse-query.ts";
import { readLatestPrice } from "#worker/api/prices/index.ts";
import { type CallerDependencies, type MemberEnv, requireStaff } from "#worker/api/session/index.ts";
import { type PriceConfig, listCorrectable, listOpenSignals, readLeads } from "#worker/api/signals/index.ts";

/** To be mounted at `/api/admin`. */
export const signalRoutes = new Hono<MemberEnv<CallerDependencies & { readonly priceConfig: PriceConfig }>>();

signalRoutes.get(
  "/signals/open/",
  describe({
    id: "listOpenSignals",
    tag: "record",
    summary: "Open signals by deadline: those to settle, or those still running",
    answers: { 200: { description: "A page, with how many there are of each.", schema: OpenSignalsPage } },
  }),
  requireStaff,
  query(OpenSignalsQuery),
  async (c) => {
    const { db, now } = c.var.deps;
    return c.json(await listOpenSignals(db, c.req.valid("query"), now()));
  },
);

signalRoutes.get(
  "/signals/correctable/",
  describe({
    id: "listCorrectableSignals",
    tag: "record",
    summary: "Signals whose outcome can be corrected, newest first",
    answers: { 200: { description: "A page.", schema: CorrectableSignalsPage } },
  }),
  requireStaff,
  query(CorrectableSignalsQuery),
  async (c) => c.json(await listCorrectable(c.var.deps.db, c.req.valid("query"))),
);

signalRoutes.get(
  "/signals/leads/",
  describe({
    id: "readPriceLeads",
    tag: "record",
    summary: "How long before its entry a signal has to be published",
    answers: { 200: { description: "By asset.", schema: PriceLeads } },
  }),
  requireStaff,
  async (c) => c.json(await readLeads(c.var.deps.db, c.var.deps.priceConfig)),
);

signalRoutes.get(
  "/signals/prices/",
  describe({
    id: "readLatestPrice",
    tag: "record",
    summary: "The newest price of an asset",
    description: "As its source gives it now. It is not recorded and decides nothing.",
    answers: { 200: { description: "The price; none if the source gives none.", schema: SignalPrices } },
  }),
  requireStaff,
  query(LatestPriceQuery),
  async (c) => {
    const { now, priceConfig } = c.var.deps;
    return c.json(await readLatestPrice(c.req.valid("query").asset, priceConfig, now()));
  },
);
