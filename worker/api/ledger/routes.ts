/** The public ledger: pages, head and the whole as NDJSON, in parts. */
import { Hono } from "hono";
import { LedgerExportQuery, LedgerHead, LedgerPage, LedgerQuery } from "#shared/contracts/ledger.ts";
import { atPrimary } from "#worker/api/database-sessions.ts";
import { describe } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import { exportAnswer, exportResponse } from "#worker/api/export-part.ts";
import { query } from "#worker/api/parse-query.ts";
import { exportLedger, readLedgerHead, readLedgerPage } from "./read-ledger.ts";

/** `/ledger/`, to be mounted at `/api`. */
export const ledgerRoutes = new Hono<ApiEnv<Pick<BaseDependencies, "db" | "now">>>();

ledgerRoutes.get(
  "/ledger/",
  describe({
    id: "listLedger",
    tag: "ledger",
    summary: "Ledger entries, oldest first",
    answers: { 200: { description: "A page.", schema: LedgerPage } },
  }),
  query(LedgerQuery),
  async (c) => {
    const { after, limit } = c.req.valid("query");
    return c.json(await readLedgerPage(c.var.deps.db, after, limit));
  },
);

ledgerRoutes.get(
  "/ledger/head/",
  describe({
    id: "readLedgerHead",
    tag: "ledger",
    summary: "The newest ledger entry's place, time and hash",
    description: "`Date` says when this was so.",
    answers: { 200: { description: "The head.", schema: LedgerHead } },
  }),
  atPrimary,
  async (c) => {
    // Set before reading: entries written meanwhile may be missing.
    const date = new Date(c.var.deps.now()).toUTCString();
    return c.json(await readLedgerHead(c.var.deps.db), 200, { Date: date });
  },
);

ledgerRoutes.get(
  "/ledger/export.ndjson",
  describe({
    id: "exportLedger",
    tag: "ledger",
    summary: "The ledger, one entry a line, in canonical JSON (RFC 8785)",
    answers: { 200: exportAnswer("application/x-ndjson") },
  }),
  query(LedgerExportQuery, { ofList: LedgerQuery }),
  async (c) => {
    const part = await exportLedger(c.var.deps.db, c.req.valid("query").after);
    return exportResponse(c, part, {
      name: "ledger.ndjson",
      type: "application/x-ndjson; charset=utf-8",
    });
  },
);
